import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UID } from '../../fixtures/content';
import { PIXEL } from '../../fixtures/pixel';
import { apiKeysOf } from '../../support/api-keys';
import { PUBLIC_URL } from '../../support/environment';
import { fakePage, fakePost, startFakeSource } from '../../support/fake-source';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

type FakeSource = Awaited<ReturnType<typeof startFakeSource>>;

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

// Each test runs commands, and each command starts a Strapi.
describe('images of a website that moves in', () => {
  const { server, api } = withServer();
  const commands = commandsOf('import-api');
  const markdownCommands = commandsOf('import-markdown');
  let source: FakeSource;
  let other: FakeSource;
  const folder = temporaryFolder();
  let content: string;
  let isLateThere = false;

  beforeAll(async () => {
    await mkdir(path.join(folder, 'uploads'));
    other = await startFakeSource(() => PIXEL);
    source = await startFakeSource((url) => {
      const slug = url.searchParams.get('slug');
      const post = fakePost('post', { content, featuredImage: `${source.address}/images/a.png` });
      const second = fakePost('second', {
        content: `<img src="${source.address}/images/a.png">`,
        featuredImage: `${other.address}/elsewhere.png`,
      });
      const page = fakePage('page', { html: `<img src="${source.address}/images/b.gif">` });
      switch (url.pathname) {
        case '/api/blog':
          return { body: slug === null ? [post, second] : slug === 'post' ? post : second };
        case '/api/pseo-pages':
          return { body: slug === null ? [page] : page };
        case '/api/taxonomies':
          return { body: { categories: [], tags: [] } };
        case '/api/internal-links':
          return { body: [] };
        case '/images/a.png':
          return PIXEL;
        case '/images/b.gif':
          return GIF;
        case '/images/c d.png':
        case '/images/c%20d.png':
          return PIXEL;
        case '/images/late.png':
          return isLateThere ? PIXEL : undefined;
        case '/images/drawing.png':
          return SVG;
        case '/images/moved.png':
          return { status: 302, headers: { Location: '/images/a.png?moved' }, body: '' };
        case '/images/to-metadata.png':
          return { status: 302, headers: { Location: 'http://169.254.169.254/latest/meta-data/' }, body: '' };
        case '/images/to-neighbour.png':
          return { status: 302, headers: { Location: `${other.address}/internal` }, body: '' };
        case '/images/round.png':
          return { status: 302, headers: { Location: '/images/round.png' }, body: '' };
        default:
          return undefined;
      }
    });
    const at = `${source.address}/images`;
    content = [
      `<p>One &eacute; <IMG class=x SRC='${at}/a.png' alt="a > b">\r\n</p>`,
      `<img src=${at}/a.png><a href="${at}/a.png">${at}/a.png</a>`,
      `<img alt="" src=" ${at}/b.gif?x=1&amp;y=2 " srcset="${at}/a.png 1x,\r\n  ${at}/c%20d.png 2x, https://cdn.example.com/z.png 3x">`,
      `<picture><source srcset="${at}/b.gif"><img src="${at}/moved.png"></picture>`,
      `<!-- <img src="${at}/a.png"> --><script>"<img src='${at}/a.png'>"</script>`,
      `<img src="/images/a.png"><img src="https://cdn.example.com/y.png"><img src="data:image/png;base64,AA==">`,
      `<img src="${at}/late.png"><img src="${at}/drawing.png"><img src="${at}/to-metadata.png">`,
      `<img src="${at}/to-neighbour.png"><img src="${at}/round.png"><img src="${other.address}/x.png">`,
    ].join('\n');
  });
  afterAll(() => Promise.all([source.stop(), other.stop()]));

  const move = (name: string, key: string, ...more: string[]) =>
    commands.execute(['--from', source.address, '--api-key', key, '--keep-key', '--website', name, ...more], {
      PUBLIC_DIR: folder,
    });
  const postAt = async (key: string, slug = 'post') =>
    (await api.blog(key, { slug })).body as { content: string; featuredImage: string };
  const uploadsOf = async () =>
    (await server.strapi.db.query('plugin::upload.file').findMany({ orderBy: { id: 'asc' } })) as {
      name: string;
      url: string;
      mime: string;
    }[];
  /** How often an image was fetched. */
  const fetched = (image: string) => source.asked.filter((one) => one === `/images/${image}`).length;

  it('are copied into the media library, each once, and nothing but their addresses changes', async () => {
    const dry = await move('Copied', 'copied-key', '--dry-run');
    expect(dry.code).toBe(0);
    expect(source.asked.filter((one) => one.startsWith('/images'))).toEqual([]);

    const { code, out, err } = await move('Copied', 'copied-key');
    expect(code).toBe(1);
    expect(out).toMatch(/Images: 5 copied/);
    const files = await uploadsOf();
    const addressOf = (name: string, nth = 0) =>
      `${PUBLIC_URL}${files.filter((file) => file.name === name)[nth]?.url ?? 'nowhere'}`;
    expect(files.map(({ name, mime }) => [name, mime]).sort()).toEqual([
      ['a.png', 'image/png'],
      ['b.gif', 'image/gif'],
      ['b.gif', 'image/gif'],
      ['c-d.png', 'image/png'],
      ['moved.png', 'image/png'],
    ]);
    const at = `${source.address}/images`;
    const [a, moved] = [addressOf('a.png'), addressOf('moved.png')];
    // Two addresses that differ in their query are two images.
    const [first, second] = [addressOf('b.gif', 0), addressOf('b.gif', 1)];
    const post = await postAt('copied-key');
    expect(post.content).toBe(
      content
        .replace(`'${at}/a.png' alt`, `'${a}' alt`)
        .replace(`src=${at}/a.png>`, `src=${a}>`)
        .replace(`${at}/b.gif?x=1&amp;y=2 `, `${first} `)
        .replace(`${at}/a.png 1x`, `${a} 1x`)
        .replace(`${at}/c%20d.png 2x`, `${addressOf('c-d.png')} 2x`)
        .replace(`srcset="${at}/b.gif"`, `srcset="${second}"`)
        .replace(`${at}/moved.png`, moved),
    );
    expect(post.featuredImage).toBe(a);
    expect((await postAt('copied-key', 'second')).content).toBe(`<img src="${a}">`);
    expect((await api.pseoPages('copied-key', { slug: 'page' })).body).toMatchObject({
      html: `<img src="${second}">`,
    });
    // Once by its own address, and once where another one leads to it.
    expect([fetched('a.png'), fetched('b.gif')]).toEqual([2, 2]);
    expect((await readdir(path.join(folder, 'uploads'))).length).toBe(5);

    for (const [image, reason] of [
      ['late.png', 'answered with 404'],
      ['drawing.png', 'no image of a kind that is taken'],
      ['to-metadata.png', '169.254.169.254 has an address in a private network'],
      ['to-neighbour.png', '127.0.0.1 has an address in a private network'],
      ['round.png', 'redirected more than 5 times'],
    ]) {
      expect(err).toMatch(new RegExp(`altered: image ${at}/${image}: It was not copied.*${reason}`));
    }
    expect(err).toContain(`altered: image ${other.address}/elsewhere.png: It was not copied`);
    expect((await postAt('copied-key', 'second')).featuredImage).toBe(`${other.address}/elsewhere.png`);
    expect(other.asked).toEqual([]);
  });

  it('are tried again by the next run when they could not be had, and not fetched again when they were', async () => {
    isLateThere = true;
    const { code, out, err } = await move('Copied', 'copied-key', '--image-host', `127.0.0.1:${other.port}`);
    expect(code).toBe(1);
    expect(err).not.toContain('late.png');
    expect(out).toMatch(/Posts: 0 made, 2 changed, 0 left as they are/);
    expect([fetched('a.png'), fetched('b.gif')]).toEqual([2, 2]);
    const post = await postAt('copied-key');
    expect(post.content).toMatch(/\/uploads\/late_\w+\.png/);
    // Now that the host was named as the source's own.
    expect(post.content).toMatch(/\/uploads\/x_\w+\.png/);
    expect((await postAt('copied-key', 'second')).featuredImage).toMatch(/\/uploads\/elsewhere_\w+\.png/);
  });

  it('stay where they are when that is wished, with a note of where that is', async () => {
    const before = (await uploadsOf()).length;
    const { out, err } = await move('Left', 'left-key', '--images', 'leave');
    // The first website has the ids of this one's campaign and page; nothing is said of images.
    expect(err.trim().split('\n')).toEqual([
      expect.stringMatching(/^altered: campaign 42: The id is taken/),
      expect.stringMatching(/^altered: page page-page: The id is taken/),
      expect.stringMatching(/^altered: website 65f1a7: The id is taken/),
    ]);
    expect(out).toMatch(/note: image .*: Images stay on 127\.0\.0\.1:\d+\. → Copy them/);
    expect(await postAt('left-key')).toMatchObject({
      content,
      featuredImage: `${source.address}/images/a.png`,
    });
    expect((await uploadsOf()).length).toBe(before);
  });

  it('come with a folder of Markdown, and are read from there, and nothing else of the disk is', async () => {
    const posts = path.join(folder, 'posts');
    const files = path.join(folder, 'public');
    await mkdir(path.join(posts, 'wheel'), { recursive: true });
    await mkdir(files);
    await writeFile(path.join(folder, 'secret.png'), PIXEL);
    await symlink(path.join(folder, 'secret.png'), path.join(files, 'link.png'));
    await writeFile(path.join(files, 'b.gif'), GIF);
    await writeFile(path.join(posts, 'wheel/wheel.png'), PIXEL);
    const text =
      '![a](wheel.png) ![b](/b.gif) ![c](/link.png) ![d](../../secret.png) [e](../other.md) ![f](https://elsewhere.example.com/f.png)';
    await writeFile(
      path.join(posts, 'wheel/index.md'),
      `---\ntitle: A wheel\ndate: 2024-03-09\nauthor: Workshop\ncover: { image: wheel.png, alt: Round }\n---\n${text}`,
    );
    await writeFile(
      path.join(posts, 'other.md'),
      '---\ntitle: Other\ndate: 2024-03-10\ndraft: true\n---\nText',
    );
    const from = ['--folder', posts, '--files', files, '--from', source.address, '--website', 'Folder'];
    const options = [...from, '--links-to', '/blog/', '--authors'];
    const asked = source.asked.length;
    const { code, out, err } = await markdownCommands.execute(options);
    expect(out).toMatch(/^The folder has 2 files that become posts\./);
    expect(out).toMatch(/Posts: 2 made, 0 changed/);
    expect(code).toBe(1);
    const website: { documentId: string } = await server.strapi.db
      .query(UID.website)
      .findOne({ where: { name: 'Folder' } });
    const key = await apiKeysOf(server.strapi).reveal(website.documentId);
    const post = await postAt(key, 'wheel');
    expect(post.content).toMatch(
      new RegExp(
        `^<p><img src="\\S+/uploads/wheel_\\w+\\.png" alt="a"> <img src="\\S+/uploads/b_\\w+\\.gif" alt="b"> ` +
          `<img src="/link\\.png" alt="c"> <img src="${source.address}/secret\\.png" alt="d"> ` +
          `<a href="/blog/other">e</a> <img src="https://elsewhere\\.example\\.com/f\\.png" alt="f"></p>\n$`,
      ),
    );
    expect(post.featuredImage).toMatch(/\/uploads\/wheel_\w+\.png$/);
    // What does not come along is asked for, as it may be on the old website; its address is private here.
    expect(source.asked.slice(asked)).toEqual([]);
    // One line for the host and the reason.
    expect(err).toMatch(
      /image \S+\/link\.png, \S+\/secret\.png \(2 times\): It was not copied.*--image-host/,
    );

    const again = await markdownCommands.execute(options);
    expect(again.out).toMatch(/Posts: 0 made, [01] changed, [12] left as they are, 0 left out/);
  });
});
