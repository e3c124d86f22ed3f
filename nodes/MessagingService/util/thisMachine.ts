/** The names and addresses that every machine has for itself, as a URL has them. */
const THIS_MACHINE = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/;

/** True for a host that is the machine itself. @param hostname as a URL has it */
export const isThisMachine = (hostname: string) => THIS_MACHINE.test(hostname);
