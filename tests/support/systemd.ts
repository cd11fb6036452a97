import { spawnSync } from 'node:child_process';

/** @throws Error that says how to get it, when there is no systemd to check units with */
export const requireSystemd = (): void => {
  if (spawnSync('systemd-analyze', ['--version']).status === 0) return;
  throw new Error(
    'These tests need systemd-analyze on the PATH: apt-get install -y --no-install-recommends systemd',
  );
};

/** The settings of a unit file by their names, whatever section they are in; each may stand there several times. */
export const settingsOf = (unit: string): ReadonlyMap<string, string[]> => {
  const settings = new Map<string, string[]>();
  for (const [, name = '', value = ''] of unit.matchAll(/^([A-Z]\w*)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
};
