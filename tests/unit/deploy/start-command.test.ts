import { readFileSync } from 'node:fs';

const read = (file: string): string => readFileSync(file, 'utf8');
const { start } = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts;
/** As operators start it, without the shell. */
const COMMAND = start.replace('exec ', '');

describe('the command that starts a server', () => {
  it('is the same, options of Node too, in npm start, the image, the unit of systemd and the docs', () => {
    expect(COMMAND).toMatch(/^node --max-semi-space-size=\d+ dist\/commands\/start\/index\.js$/);
    expect(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(COMMAND.split(' '));
    expect(read('deploy/systemd/content-delivery.service')).toContain(`\nExecStart=/usr/bin/${COMMAND}\n`);
    for (const page of ['without-containers', 'containers']) {
      expect(read(`docs/operations/${page}.md`)).toContain(`\`${COMMAND}\``);
    }
  });
});
