/** The export cannot be made; the message is for people. */
export class ExportProblem extends Error {}
