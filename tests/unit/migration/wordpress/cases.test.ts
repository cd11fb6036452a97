import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportOptions } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress';
import { bringExport } from '../../../support/wordpress-export';

const FOLDER = join(__dirname, '../../../fixtures/wordpress/cases');

const bring = (name: string, options: Partial<ExportOptions> = {}) =>
  bringExport(readFileSync(join(FOLDER, `${name}.xml`), 'utf8'), options);

describe('exports of other programs, and with what people have in theirs', () => {
  it('have dates in other forms', async () => {
    const { posts } = await bring('wxr-dates');
    expect(posts.map(({ slug, status, createdAt }) => [slug, status, createdAt?.toISOString()])).toEqual([
      ['with-t', 'published', '2021-05-02T10:00:00.000Z'],
      ['with-zone', 'published', '2021-05-03T08:00:00.000Z'],
      ['no-seconds', 'published', '2021-05-04T10:00:00.000Z'],
      ['only-pubdate', 'published', '2021-05-05T10:00:00.000Z'],
      ['as-usual', 'published', '2021-05-06T10:00:00.000Z'],
    ]);
  });

  it('have titles outside of CDATA sections, in which nothing is a tag', async () => {
    const { posts, lines } = await bring('code-and-cdn');
    expect(posts[2]?.title).toBe('How the <canvas> element works');
    expect(lines.join('\n')).not.toContain('title has HTML');
  });

  it('have code in shortcodes', async () => {
    const [post] = (await bring('code-and-cdn')).posts;
    expect(post?.content).toContain(
      '<pre><code class="language-java">Map&lt;String, List&lt;Integer&gt;&gt; byName = new HashMap&lt;&gt;();',
    );
    expect(post?.content.match(/<pre>/g)).toHaveLength(3);
    expect(post?.content).toContain('<code class="language-html">&lt;div class="a"&gt;\n\n  &lt;p&gt;kept?');
  });

  it('have items without addresses', async () => {
    const { posts, lines } = await bring('wxr-no-item-links', { linksTo: '/blog/' });
    expect(posts[0]?.content).toContain('<a href="/blog/second-loaf">');
    expect(lines.join('\n')).not.toContain('other pages');
  });

  it('have paths for slugs, relative addresses and empty items, as Squarespace writes them', async () => {
    const { posts, lines } = await bring('squarespace-like', { linksTo: '/blog/' });
    expect(posts.map(({ slug, oldAddress }) => [slug, oldAddress])).toEqual([
      ['first-words', '/blog/2018/3/1/first-words'],
      ['second-words', '/blog/2018/3/2/second-words'],
    ]);
    expect(posts[0]?.content).toContain('<a href="/blog/second-words">');
    const text = lines.join('\n');
    expect(text).toMatch(/note website 1 .* Items of the export are empty/);
    expect(text).not.toMatch(/type ""|does not work/);
  });

  it('have addresses of the old website wherever those may stand', async () => {
    const { posts, lines } = await bring('wxr-old-addresses');
    expect(posts[0]?.content).toContain('src="https://mill.example/wp-content/uploads/lazy.png"');
    const [line, ...others] = lines.filter((one) => one.includes('mill.example stay'));
    expect(others).toEqual([]);
    expect(line).toMatch(/^left-out website 6 /);
    for (const name of ['menu.pdf', 'in-svg.png', 'hero.jpg', 'quiz.js', 'admin-ajax.php', 'button.png']) {
      expect(line).toContain(name);
    }
    expect(line).not.toContain('lazy.png');
  });

  it('have fields of their own, and texts for sharing', async () => {
    const { posts, lines } = await bring('wxr-custom-fields');
    expect(posts[0]).toMatchObject({
      metaTitle: 'A title for sharing',
      featuredImage: { url: 'https://mill.example/wp-content/uploads/share.png' },
    });
    const text = lines.join('\n');
    expect(text).toMatch(/left-out post 1 .* The custom field "ingredients"/);
    expect(text).toMatch(/left-out post 1 .* The custom field "baking_minutes"/);
    expect(text).toContain('_wp_page_template (1)');
  });
});
