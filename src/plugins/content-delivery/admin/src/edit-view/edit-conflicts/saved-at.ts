import { OPENED_VERSION, type OpenedVersion } from '../../../../contracts/editing';

/** The version that values of an entry are of, if they say so. */
export const savedAtOf = (values: unknown): string | undefined =>
  ((values as Record<string, unknown> | undefined)?.[OPENED_VERSION] as Partial<OpenedVersion> | undefined)
    ?.savedAt;
