// Whether an address can be reached from elsewhere is asked of this n8n's own as well.
export { isOutOfReach } from '../transport/nearby';
