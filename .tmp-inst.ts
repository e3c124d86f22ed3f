import { installPlayground } from '/work/main/playground/src/install';
import installOldest from '/work/main/test/oldest/install';
(async()=>{ await installPlayground(console.log); await installOldest(); console.log('done'); })();
