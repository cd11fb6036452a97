/** Strapi did not start, for a reason that the operator can do something about: the message. */
export class NotStarted extends Error {}
