import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { restoresEnvironment } from '../../support/restored-environment';
import { temporaryFolder } from '../../support/temporary-folder';
import { committedFiles, ROOT, fileText } from '../../support/committed-files';

describe('the environment of what was built', () => {
  const folder = temporaryFolder();
  restoresEnvironment();

  /** NODE_ENV and ENV_PATH behind the import of it, where they were so before. */
  const readWith = (environment: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(environment)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    jest.isolateModules(() => jest.requireActual('../../../commands/shared/environment'));
    return { NODE_ENV: process.env['NODE_ENV'], ENV_PATH: process.env['ENV_PATH'] };
  };
  const fileWith = (text: string): string => {
    const file = path.join(folder, 'env');
    writeFileSync(file, text);
    return file;
  };

  it.each([undefined, '', ' '])('is production where nothing says otherwise: NODE_ENV=%j', (NODE_ENV) => {
    expect(readWith({ NODE_ENV, ENV_PATH: fileWith('PORT=1') }).NODE_ENV).toBe('production');
  });

  it('is what the variable says, or else the file', () => {
    const ENV_PATH = fileWith('NODE_ENV=development');
    expect(readWith({ NODE_ENV: undefined, ENV_PATH }).NODE_ENV).toBe('development');
    expect(readWith({ NODE_ENV: 'staging', ENV_PATH }).NODE_ENV).toBe('staging');
  });

  it('comes from the .env of the project, whatever folder one is in', () => {
    expect(readWith({ NODE_ENV: 'test', ENV_PATH: undefined }).ENV_PATH).toBe(path.join(ROOT, '.env'));
  });

  it('ends the start where the file is there and cannot be read', () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit');
    });
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => readWith({ ENV_PATH: folder })).toThrow('exit');
    expect(said.mock.calls.flat().join()).toContain(`${folder} cannot be read`);
    exit.mockRestore();
    said.mockRestore();
    expect(readWith({ NODE_ENV: 'test', ENV_PATH: path.join(folder, 'none') }).NODE_ENV).toBe('test');
  });

  const files = committedFiles().filter((file) => /^(commands|demo)\/.*\.ts$/.test(file));

  it('is the same for all, as nothing else reads such a file', () => {
    expect(files.filter((file) => fileText(file).includes("from 'dotenv'"))).toEqual([
      'commands/shared/environment.ts',
    ]);
  });

  it('is there before Strapi, which has ideas of its own: one file imports that, behind it', () => {
    const makers = files.filter((file) =>
      /^import (?!type)[^;]*'@strapi\/(strapi|core)';/m.test(fileText(file)),
    );
    expect(makers).toEqual(['commands/shared/project.ts']);
    expect(/^import .*$/m.exec(fileText('commands/shared/project.ts'))?.[0]).toContain("'./environment'");
  });
});
