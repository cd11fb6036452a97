/** What the server does with its tables, at a new release too. */
const NEEDED = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'ALTER', 'INDEX', 'DROP', 'REFERENCES'];

/** A pattern of MariaDB: `_` and `%` stand for characters unless they are escaped. */
const isNamedBy = (pattern: string, name: string): boolean => {
  const parts = pattern.replace(
    /\\([_%])|([_%])|[.*+?^${}()|[\]\\]/g,
    (all, escaped?: string, wild?: string) =>
      escaped ?? (wild === '_' ? '.' : wild === '%' ? '.*' : `\\${all}`),
  );
  return new RegExp(`^${parts}$`, 's').test(name);
};

/**
 * What a user of MariaDB may not do in a database.
 * @param grants lines of SHOW GRANTS
 * @returns null where that is not known: roles have rights of their own
 */
export const missingGrants = (grants: readonly string[], database: string): string[] | null => {
  const given = new Set<string>();
  let hasRoles = false;
  for (const grant of grants) {
    const [, rights, pattern] = /^GRANT (.+) ON (?:`((?:[^`]|``)*)`|\*)\.\* TO /.exec(grant) ?? [];
    if (rights === undefined) {
      hasRoles ||= /^GRANT `[^`]+`(?:@`[^`]*`)? TO /.test(grant);
      continue;
    }
    if (pattern !== undefined && !isNamedBy(pattern, database)) continue;
    for (const right of rights.split(', ')) given.add(right.toUpperCase());
  }
  if (given.has('ALL PRIVILEGES')) return [];
  const missing = NEEDED.filter((right) => !given.has(right));
  return missing.length > 0 && hasRoles ? null : missing;
};
