import { ok, warning, wrong, type Finding } from '../finding';

const ABOUT = 'Database, version';

interface Server {
  name: string;
  version: string;
  /** Strapi's minimum: major, and minor where it counts. */
  least: [major: number, minor: number];
  /** With which the test suite runs; null for a server that it does not run with. */
  tested: string | null;
}

export const versionFinding = ({ name, version, least: [major, minor], tested }: Server): Finding => {
  const [ofServer = 0, andMinor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  if (ofServer < major || (ofServer === major && andMinor < minor))
    return wrong(
      ABOUT,
      `${name} ${version}, but Strapi needs ${major}${minor > 0 ? `.${minor}` : ''} at least.`,
    );
  if (tested === null)
    return warning(
      ABOUT,
      `${name} ${version}: not tested. PostgreSQL and MariaDB are (docs/operations/databases.md).`,
    );
  return ok(ABOUT, `${name} ${version} (tested with ${tested})`);
};
