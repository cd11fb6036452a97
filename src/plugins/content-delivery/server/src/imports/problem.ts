/** A file or a wish that can not be met; the message is for people. */
export class ImportProblem extends Error {
  constructor(
    message: string,
    /** `conflict` where another import stands in the way. */
    readonly kind: 'refused' | 'conflict' | 'missing' = 'refused',
  ) {
    super(message);
  }
}
