import { stopAll } from './running';

export default stopAll;
