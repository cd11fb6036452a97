/** What this tab has stored of an entry. */
export interface OwnSaves {
  /** Versions that the form may still carry since it was loaded last. */
  carried: ReadonlySet<string>;
  /** Versions that saves of this tab have replaced: a read that answers one of them is outdated. */
  superseded: ReadonlySet<string>;
  /** The version that the last of these saves has made. */
  stored: string;
}

/** The version that a save is to carry: one that this tab has replaced itself was not replaced by another user. */
export const versionToSend = (carried: string, own: OwnSaves | undefined): string =>
  own?.carried.has(carried) ? own.stored : carried;

/** What is known once a save that carried a version, and was sent with `versionToSend`, has made another one. */
export const afterSave = (carried: string, stored: string, own: OwnSaves | undefined): OwnSaves => ({
  carried: new Set([...(own?.carried.has(carried) ? own.carried : []), carried]),
  superseded: new Set([...(own?.superseded ?? []), carried, versionToSend(carried, own)]),
  stored,
});
