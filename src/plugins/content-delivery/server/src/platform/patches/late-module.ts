import { Module } from 'node:module';

/**
 * Has `require` give something else for a file that was not loaded yet.
 * @param exportsBy is given a function that loads the file itself
 */
export const giveInPlaceOf = <Exports>(
  load: NodeJS.Require,
  file: string,
  exportsBy: (whole: () => Exports) => Exports,
): void => {
  if (load.cache[file]) return;
  let loaded: Exports | undefined;
  const whole = (): Exports => {
    if (loaded === undefined) {
      Reflect.deleteProperty(load.cache, file);
      loaded = load(file) as Exports;
    }
    return loaded;
  };
  load.cache[file] = Object.assign(new Module(file), {
    filename: file,
    loaded: true,
    exports: exportsBy(whole),
  });
};

/** Whether a package is there in the version that was read, `name 1.2.3`. */
export const isAsRead = (load: NodeJS.Require, readAt: string): boolean => {
  const name = readAt.slice(0, readAt.lastIndexOf(' '));
  const { version } = load(`${name}/package.json`) as { version: string };
  return readAt === `${name} ${version}`;
};
