/** The command line itself is wrong; the message is for people. */
export class WrongOptions extends Error {}
