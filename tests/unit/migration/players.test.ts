import { playerOf } from '../../../src/plugins/content-delivery/server/src/migration/html/players';
import {
  Notices,
  renderContent,
} from '../../../src/plugins/content-delivery/server/src/migration/wordpress/content';

const sourceIn = (html: string | null): string | null => /src="([^"]*)"/.exec(html ?? '')?.[1] ?? null;

describe('the players of well-known hosts', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
    [
      'https://m.youtube.com/watch?list=x&amp;v=dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    [
      'https://www.youtube.com/watch/?v=dQw4w9WgXcQ#t=90',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
    ],
    ['https://dai.ly/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789'],
    ['https://vimeo.com/123456789/0a1b2c3d4e', 'https://player.vimeo.com/video/123456789?h=0a1b2c3d4e'],
    ['https://www.dailymotion.com/video/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    ['https://www.ted.com/talks/a_talk', 'https://embed.ted.com/talks/a_talk'],
    [
      'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=x',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://soundcloud.com/somebody/a-track',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsomebody%2Fa-track',
    ],
  ])('%s', (address, player) => {
    expect(sourceIn(playerOf(address))).toBe(player);
    expect(playerOf(address)).toMatch(/^<iframe src="[^"<>]*" title="[^"]+" width="640" height="\d+"/);
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/GoogleDevelopers',
    'https://www.youtube.com/results?search_query=x',
    'https://youtu.be/watch',
    'https://www.dailymotion.com/signin',
    'https://www.ted.com/talks/subtitles',
    'https://soundcloud.com/pages/privacy',
    'https://www.youtube.com/playlist?list=x',
    'https://www.youtube.com/watch?v="><script>',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://soundcloud.com/somebody',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'no address',
  ])('none of %s', (address) => {
    expect(playerOf(address)).toBeNull();
  });

  it('stand in place of addresses that WordPress would show as players', () => {
    const notices = new Notices();
    const sources = {
      ...{ postId: '1', attachment: () => null, attachmentsOf: () => [], sharedBlock: () => null },
      ...{ footnotes: [], playerOf },
    };
    const render = (stored: string) => renderContent(stored, sources, notices);
    expect(render('One\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nTwo')).toMatch(
      /^<p>One<\/p>\s*<iframe [^>]*><\/iframe>\s*<p>Two<\/p>\s*$/,
    );
    expect(render('[embed width="5"]https://vimeo.com/123456789[/embed]')).toMatch(/^<iframe /);
    expect(
      render(
        '<!-- wp:embed {"url":"https://youtu.be/dQw4w9WgXcQ"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/dQw4w9WgXcQ\n</div></figure><!-- /wp:embed -->',
      ),
    ).toMatch(/<div class="wp-block-embed__wrapper">\s*<iframe /);
    expect(render('https://example.com/x')).toContain('<a href="https://example.com/x">');
    expect(notices.all().map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      ...['player youtu.be', 'player vimeo.com', 'embed example.com'],
    ]);
  });
});
