import type { MigrationContext } from '../../../../src/plugins/content-delivery/server/src/migration/context';
import { createImages } from '../../../../src/plugins/content-delivery/server/src/migration/images';
import { createReport } from '../../../../src/plugins/content-delivery/server/src/migration/report';
import { RemoteFileProblem } from '../../../../src/plugins/content-delivery/server/src/platform/outgoing/problems';

const imagesOf = (isDryRun: boolean) => {
  const report = createReport();
  const asked: string[] = [];
  const context = {
    report,
    isDryRun,
    publicUrl: 'https://cms.example.com',
    strapi: { config: { get: () => undefined } },
    ledger: { find: async () => null },
    website: { documentId: 'w', name: 'W' },
  };
  const images = createImages(context as unknown as MigrationContext, {
    mode: 'copy',
    base: 'https://old.example.com/',
    hosts: [],
    publicHosts: ['old.example.com'],
    hasRelative: true,
    localFile: async ({ href }) => {
      asked.push(href);
      throw new RemoteFileProblem('It could not be fetched: ENOTFOUND.');
    },
  });
  return { images, asked, lines: report.report.lines };
};
const image = (address: string): string => `<img src="${address}">`;

describe('pictures that are not copied', () => {
  it('are one line for a host and a reason', async () => {
    const { images, lines } = imagesOf(false);
    for (let n = 0; n < 250; n += 1) await images.inHtml(image(`https://old.example.com/${n}.png`));
    expect(lines).toEqual([
      expect.objectContaining({
        count: 250,
        where: expect.stringMatching(/0\.png, .*1\.png, .*2\.png and 247 more$/) as string,
      }),
    ]);
  });

  it.each([true, false])(
    'as they are of other hosts are one line a host, with how to copy them; in a dry run: %p',
    async (isDryRun) => {
      const { images, lines } = imagesOf(isDryRun);
      await images.inHtml(
        [
          'https://cdn.example.net/a.png',
          'https://cdn.example.net/b.png',
          'https://cdn.example.net/a.png',
          'https://x.example.org/c.png',
        ]
          .map(image)
          .join(''),
      );
      await images.inHtml('<a href="https://elsewhere.example.org/page">a</a>');
      expect(lines.map(({ loss, count, whatToDo }) => [loss, count, whatToDo])).toEqual([
        ['note', 2, 'Copy them too: --image-host cdn.example.net.'],
        ['note', 1, 'Copy them too: --image-host x.example.org.'],
      ]);
    },
  );
});

describe('smaller copies on i0.wp.com', () => {
  it('stand for the original, where that is of the old website', async () => {
    const { images, asked, lines } = imagesOf(false);
    await images.inHtml(image('https://i0.wp.com/old.example.com/a.png?fit=600%2C133&amp;ssl=1'));
    await images.featured(
      { url: 'https://i2.wp.com/old.example.com/b.png?ssl=1', alternativeText: null },
      'a',
    );
    await images.inHtml(image('https://i1.wp.com/other.example.com/c.png'));
    expect(asked).toEqual(['https://old.example.com/a.png', 'https://old.example.com/b.png']);
    expect(lines.map(({ what }) => what)).toContain(
      'Images stay on i1.wp.com, which is not the host of the source.',
    );
  });
});
