/** Names with their values, as a source has written them. */
export type Fields = Readonly<Record<string, unknown>>;
