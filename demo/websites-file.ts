import { rmSync, writeFileSync } from 'node:fs';

export interface WebsiteAccess {
  name: string;
  apiKey: string;
}

/** Where the demo listens, and what front ends need to read its websites. */
export interface DemoAccess {
  address: string;
  websites: WebsiteAccess[];
}

/** For front ends on this machine, which then need no configuration. Only the file's owner can read it. */
export const writeWebsites = (file: string, access: DemoAccess): void => {
  // A file that is there already would keep its own mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
};
