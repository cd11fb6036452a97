/** A file or request that cannot be used; the message is for people. */
export class ImportProblem extends Error {
  constructor(
    message: string,
    /** `conflict` where another import is in the way. */
    readonly kind: 'refused' | 'conflict' | 'missing' = 'refused',
    /** Of a conflict: when it is known whether the import in the way was interrupted, and others go on with it. */
    readonly until: Date | null = null,
  ) {
    super(message);
  }
}

/** Another import works on the campaign, or was interrupted a moment ago. */
export const underWay = (name: string, leaseUntil: Date | null): ImportProblem => {
  const seconds = leaseUntil === null ? 0 : Math.ceil((leaseUntil.getTime() - Date.now()) / 1_000);
  const interrupted =
    leaseUntil === null
      ? ''
      : ` If it was interrupted, it goes on by itself in at most ${Math.max(1, seconds)} seconds.`;
  return new ImportProblem(
    `Another import into this campaign is under way ("${name}"). Wait for its end, or cancel it.${interrupted}`,
    'conflict',
    leaseUntil,
  );
};

/** What people have to say of a file before it can be read. */
export interface FileQuestion {
  option: 'delimiter' | 'headerLine';
  /** Answers that are likely. */
  values: readonly (string | number)[];
}

/** A file that can be read in several ways. */
export class UnclearFile extends ImportProblem {
  constructor(
    message: string,
    readonly question: FileQuestion,
  ) {
    super(message);
  }
}
