import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import {
  Notices,
  renderContent,
  type Attachment,
  type ContentSources,
} from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/content';
import { wordpressContents } from '../../../fixtures/wordpress';
import { costOf } from '../../../support/cpu-time';

const UPLOADS = 'https://quayside.example.com/wp-content/uploads/2023/04';
const ATTACHMENTS: Record<string, Attachment> = {
  201: { url: `${UPLOADS}/gauge.jpg`, alternativeText: 'A chain gauge', caption: 'The <em>cheap</em> one' },
  202: { url: `${UPLOADS}/rag.jpg`, alternativeText: '', caption: '' },
  203: { url: `${UPLOADS}/a&b.jpg`, alternativeText: '5" <wide>', caption: '' },
};
const BLOCKS: Record<string, string> = {
  301: '<!-- wp:paragraph -->\n<p>Open Tuesday to Saturday.</p>\n<!-- /wp:paragraph -->',
  302: 'a<!-- wp:block {"ref":303} /-->',
  303: 'b<!-- wp:block {"ref":302} /-->',
  304: '<!-- wp:block {"ref":305} /-->'.repeat(40),
  305: `${'x'.repeat(100)}${'<!-- wp:block {"ref":306} /-->'.repeat(40)}`,
  306: 'y'.repeat(1_000),
};
const sources: ContentSources = {
  postId: '5',
  attachment: (id) => ATTACHMENTS[id] ?? null,
  attachmentsOf: (item) => (item === '5' ? [ATTACHMENTS[202] as Attachment] : []),
  sharedBlock: (id) => BLOCKS[id] ?? null,
  footnotes: [{ id: 'f1e2', content: 'Measured <em>twice</em>.' }],
  playerOf: () => null,
};
const render = (stored: string): string => renderContent(stored, sources, new Notices());
const noticesOf = (stored: string): string[] => {
  const notices = new Notices();
  renderContent(stored, sources, notices);
  return notices.all().map(({ kind, name, count }) => `${kind} ${name} ${count}`);
};

type Node = DefaultTreeAdapterMap['node'];
const textOf = (node: Node): string =>
  'value' in node && node.nodeName === '#text'
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map(textOf).join('')
      : '';
const textIn = (html: string): string => textOf(parseFragment(html)).replace(/\s+/g, '');

describe('the content of a post', () => {
  it.each(wordpressContents())('is rendered as WordPress shows it: %s', (_, stored, rendered) => {
    expect(render(stored)).toBe(rendered);
  });

  it('is nothing when there is nothing', () => {
    expect(render('')).toBe('');
    expect(render(' \n\n ')).toBe('');
  });

  it.each([
    ['One\n\nTwo', '<p>One</p>\n<p>Two</p>\n'],
    ['One\nTwo', '<p>One<br />\nTwo</p>\n'],
    ['One<br>\nTwo', '<p>One<br />\nTwo</p>\n'],
    ['One\n \t \nTwo', '<p>One</p>\n<p>Two</p>\n'],
    ['One\u00a0\n\n\u00a0\n\nTwo', '<p>One\u00a0</p>\n<p>\u00a0</p>\n<p>Two</p>\n'],
    ['<p>Already</p>\n\n<p>there</p>', '<p>Already</p>\n<p>there</p>\n'],
    ['<p></p>\n\nText', '<p>Text</p>\n'],
    ['<div>text</div>', '<div>text</div>\n'],
    ['<div>\ntext\n</div>', '<div>\ntext\n</div>\n'],
    ['<div>text\n\nmore</div>', '<div>text\n<p>more</p></div>\n'],
    ['<p>text\n\nmore</p>', '<p>text</p>\n<p>more</p>\n'],
    ['<p>text\n\n</p>', '<p>text</p>\n'],
    ['<p class="x">\n\ntext</p>', '<p class="x">\ntext</p>\n'],
    ['Text <b>bold\n\nstill</b>', '<p>Text <b>bold</p>\n<p>still</b></p>\n'],
    ['<img src="a"\nalt="b">\nText', '<p><img src="a"\nalt="b"><br />\nText</p>\n'],
    ['<a title="a > b\n\nc">x</a>', '<p><a title="a > b\n\nc">x</a></p>\n'],
    ['a\n\n<script>b\n\nc', '<p>a</p>\n<p><script>b\n\nc</p>\n'],
    ['a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
  ])('gets paragraphs: %j', (stored, rendered) => {
    expect(render(stored)).toBe(rendered);
  });

  it.each([
    ['<!-- wp:paragraph --><p>a\n\nb</p><!-- /wp:paragraph -->', '<p>a\n\nb</p>'],
    ['<!-- wp:acme/x {"a":{"b":"c/"}} -->y<!-- /wp:acme/x -->', 'y'],
    // No blocks: a space is missing, a capital letter, another comment.
    ['<!--wp:paragraph -->a', '<p><!--wp:paragraph -->a</p>\n'],
    ['<!-- WP:paragraph -->a', '<p><!-- WP:paragraph -->a</p>\n'],
    ['<!-- wp-config -->a', '<p><!-- wp-config -->a</p>\n'],
  ])('loses the comments of blocks, and only these: %j', (stored, rendered) => {
    expect(render(stored)).toBe(rendered);
  });

  it.each([
    [
      '<img class="lazy" src="data:image/gif;base64,R0" data-src="/a.webp" alt="A">',
      '<p><img src="/a.webp" class="lazy" alt="A"></p>\n',
    ],
    [
      `<img data-lazy-src='/a.webp' data-lazy-srcset="/a.webp 2x" srcset="b 1x" />`,
      `<p><img src='/a.webp' srcset="/a.webp 2x" /></p>\n`,
    ],
    ['<iframe data-src=/film></iframe>', '<p><iframe src=/film></iframe></p>\n'],
    ['<img nitro-lazy-src="/a.webp">', '<p><img src="/a.webp"></p>\n'],
    ['<img src="about:blank" data-orig-src="/a.webp">', '<p><img src="/a.webp"></p>\n'],
    // Whatever a plugin calls it, where nothing else is shown.
    [
      '<img src="data:image/gif;base64,R0" data-acme-img="/a.webp?w=3">',
      '<p><img src="/a.webp?w=3" data-acme-img="/a.webp?w=3"></p>\n',
    ],
    ['<img src="/b.webp" data-acme-img="/a.webp">', '<p><img src="/b.webp" data-acme-img="/a.webp"></p>\n'],
    // No address, or nothing about pictures.
    ['<img src="/a.webp" data-src="javascript:x">', '<p><img src="/a.webp" data-src="javascript:x"></p>\n'],
    ['<p data-src="x">a</p>', '<p data-src="x">a</p>\n'],
  ])('has the address of a picture that is loaded later in its place: %j', (stored, rendered) => {
    expect(render(stored)).toBe(rendered);
  });

  it.each([
    ['[[gallery]]', '<p>[gallery]</p>\n'],
    ['[[caption width="3"]a[/caption]]', '<p>[caption width="3"]a[/caption]</p>\n'],
    ['[[caption]]', '<p>[caption]</p>\n'],
  ])('shows a shortcode that is only written about: %j', (stored, rendered) => {
    expect(render(stored)).toBe(rendered);
    expect(noticesOf(stored)).toEqual([]);
  });

  it.each([
    [
      '[code language="js"]\nlet a = 1;\n\nif (a < 2 && b) {}\n[/code]',
      '<pre><code class="language-js">let a = 1;\n\nif (a &lt; 2 &amp;&amp; b) {}</code></pre>\n',
    ],
    ['[PHP]&lt;?php $a &amp; 1[/php]', '<pre><code class="language-php">&lt;?php $a &amp; 1</code></pre>\n'],
    [
      '[sourcecode]<b>\n\n[gallery][/sourcecode] x',
      '<pre><code>&lt;b&gt;\n\n[gallery]</code></pre>\n<p> x</p>\n',
    ],
    ['[code lang=”php”]a[/code]', '<pre><code class="language-php">a</code></pre>\n'],
    ['[code lang=&#8221;php&#8221;]a[/code]', '<pre><code class="language-php">a</code></pre>\n'],
    ['[highlight]\na;\nb;\n[/highlight]', '<pre><code>a;\nb;</code></pre>\n'],
    // WP-Syntax.
    [
      '<pre lang="java" line="1">\nList<T> a;\n\nb();\n</pre>',
      '<pre><code class="language-java">List&lt;T&gt; a;\n\nb();</code></pre>\n',
    ],
    ['<pre lang="php" escaped="true">&lt;b</pre>', '<pre lang="php" escaped="true">&lt;b</pre>\n'],
    ['<pre lang="de">Ein <em>Gedicht</em></pre>', '<pre lang="de">Ein <em>Gedicht</em></pre>\n'],
    [
      '<!-- wp:syntaxhighlighter/code {"language":"php"} -->\n<pre class="a">&lt;b</pre>\n<!-- /wp:syntaxhighlighter/code --><!-- wp:code --><pre>c</pre><!-- /wp:code -->',
      '\n<pre class="a"><code class="language-php">&lt;b</code></pre>\n<pre>c</pre>',
    ],
    ['[code="java"]int a;[/code]', '<pre><code class="language-java">int a;</code></pre>\n'],
    ['[go]\na < b\n[/go]', '<pre><code class="language-go">a &lt; b</code></pre>\n'],
    ['a [code]i<n; i++[/code] b', '<p>a </p>\n<pre><code>i&lt;n; i++</code></pre>\n<p> b</p>\n'],
    [
      '[sourcecode lang="js" title="a[0]"]\nx < y\n[/sourcecode]',
      '<pre><code class="language-js">x &lt; y</code></pre>\n',
    ],
    ['[cc_php]\n<?php\n[/cc_php]', '<pre><code class="language-php">&lt;?php</code></pre>\n'],
    ['Use [cci]List<T>[/cci] here.', '<p>Use <code>List&lt;T&gt;</code> here.</p>\n'],
    // As the visual editor stores it.
    [
      '<p>[code]<br />\nList&lt;T&gt; a;<br />\nb();<br />\n[/code]</p>',
      '<pre><code>List&lt;T&gt; a;\nb();</code></pre>\n',
    ],
    ['[code]Write <br /> twice[/code]', '<pre><code>Write &lt;br /&gt; twice</code></pre>\n'],
    ['So: [[code]x<y[/code]]', '<p>So: &#91;code]x&lt;y&#91;/code]</p>\n'],
    // What is code already, or an attribute, stays.
    ['<pre>[code]a[/code]</pre>', '<pre>[code]a[/code]</pre>\n'],
    ['<p title="[code]a[/code]">b</p>', '<p title="[code]a[/code]">b</p>\n'],
    [
      '<!-- wp:code --><pre><code>[php]a[/php]</code></pre><!-- /wp:code -->',
      '<pre><code>[php]a[/php]</code></pre>',
    ],
    // No code goes beyond its block.
    [
      '<!-- wp:paragraph --><p>[code]</p><!-- /wp:paragraph --><!-- wp:paragraph --><p>[/code]</p><!-- /wp:paragraph -->',
      '<p>[code]</p><p>[/code]</p>',
    ],
    // It is only written about.
    [
      'In HTML you write [html] and end with [/html].',
      '<p>In HTML you write [html] and end with [/html].</p>\n',
    ],
    // Without an end it is text.
    ['[code]a\n\nb', '<p>[code]a</p>\n<p>b</p>\n'],
    // Places after a letter whose small one is two are those of the text.
    [
      'İstanbul, İzmir\n\n[PHP]echo 1;[/PHP]\n\nEnd of it',
      '<p>İstanbul, İzmir</p>\n<pre><code class="language-php">echo 1;</code></pre>\n<p>End of it</p>\n',
    ],
    [
      'İİİ\n<PRE lang="php">a < b</PRE> End of it',
      '<p>İİİ</p>\n<pre><code class="language-php">a &lt; b</code></pre>\n<p> End of it</p>\n',
    ],
  ])('keeps the lines of code between shortcodes: %j', (stored, rendered) => {
    expect(render(stored)).toBe(rendered);
  });

  it('has links of blocks that keep them in their comment, and says which blocks keep other things there', () => {
    expect(
      render(
        '<!-- wp:social-links --><ul><!-- wp:social-link {"url":"https://example.com/?a&b","service":"mastodon"} /--></ul><!-- /wp:social-links -->',
      ),
    ).toBe(
      '<ul><li class="wp-block-social-link"><a href="https://example.com/?a&amp;b">mastodon</a></li></ul>',
    );
    expect(render('<!-- wp:navigation-link {"label":"<b>Tea</b>","url":"/tea"} /-->')).toBe(
      '<li class="wp-block-navigation-item"><a href="/tea">Tea</a></li>',
    );
    expect(render('<!-- wp:navigation-link {"label":"x","url":"javascript:x"} /-->')).toBe('');
    expect(noticesOf('<!-- wp:acf/prices {"name":"acf/prices","data":{"price":"3"}} /-->')).toEqual([
      'block-fields wp:acf/prices 1',
    ]);
    const bound =
      '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta"}}}} --><p>a</p><!-- /wp:paragraph -->';
    expect(noticesOf(bound)).toEqual(['bound-block wp:paragraph 1']);
    expect(noticesOf('<!-- wp:block {"ref":301,"content":{"x":{}}} /-->')).toContain(
      'bound-block wp:block 1',
    );
    expect(render('<!-- wp:social-link {"url":"www.example.com/ada","service":"chain"} /-->')).toContain(
      '<a href="https://www.example.com/ada">',
    );
    // What posts may put something else in place of, and do not.
    expect(noticesOf(bound.replace('core/post-meta', 'core/pattern-overrides'))).toEqual([]);
    expect(noticesOf('<!-- wp:acf/box {"data":{"a":"b"}} --><p>a</p><!-- /wp:acf/box -->')).toEqual([
      'block-fields wp:acf/box 1',
    ]);
    expect(render('<!-- wp:social-link {"url":"ada@example.com","service":"mail"} /-->')).toContain(
      '<a href="mailto:ada@example.com">mail</a>',
    );
    expect(
      render(
        '<!-- wp:navigation --><!-- wp:navigation-submenu {"label":"Tea","url":"/tea"} --><!-- wp:navigation-link {"label":"Green","url":"/green"} /--><!-- /wp:navigation-submenu --><!-- /wp:navigation -->',
      ),
    ).toBe(
      '<ul class="wp-block-navigation"><li class="wp-block-navigation-item"><a href="/tea">Tea</a><ul><li class="wp-block-navigation-item"><a href="/green">Green</a></li></ul></li></ul>',
    );
  });

  it.each([
    ['a\n\n[prism]\nif (a < b) {\n\n  List<Integer> c;\n}\n[/prism]\n\nb', 'prism'],
    ['[mycode x="1"]\n<?php\n\necho 1;\n[/mycode]', 'mycode'],
    ['İİİİİİİİ <PRE>a</PRE>[prism]\nif (a < b) {\n\n  c();\n}\n[/prism]', 'prism'],
  ])('leaves code between shortcodes that nobody knows as it is: %j', (stored, name) => {
    const [, inside = ''] = /\](\n[^]*)\[\//.exec(stored) ?? [];
    expect(render(stored)).toContain(inside);
    expect(noticesOf(stored)).toEqual([`kept-inside ${name} 1`]);
  });

  it.each([
    '[box]\n\nOne\n\nTwo\n\n[/box]',
    '<pre>[box]\na;\n[/box]</pre>',
    '<p title="[box]">a;\nb</p>[/box]',
  ])('makes paragraphs of all else there: %j', (stored) => {
    expect(noticesOf(stored)).not.toContain('kept-inside box 1');
  });

  it.each(['"metadata":{"blockVisibility":false}', '"blockVisibility":{"hideBlock":true}'])(
    'leaves out a block that nobody sees, with all that is in it: %s',
    (attribute) => {
      const hidden = `<!-- wp:group {${attribute}} --><div><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --></div><!-- /wp:group -->`;
      expect(render(`<p>a</p>${hidden}<p>c</p>`)).toBe('<p>a</p><p>c</p>');
      expect(noticesOf(hidden)).toEqual(['hidden-block wp:group 1']);
      expect(render(hidden.replace('false', 'true').replace('true', '{}'))).toContain('b');
    },
  );

  it('takes shared blocks from the export, also in each other, and comes to an end', () => {
    expect(render('<!-- wp:block {"ref":302} /-->')).toBe('ab');
    expect(noticesOf('<!-- wp:block {"ref":302} /-->')).toEqual(['missing-shared-block wp:block 302 1']);
    expect(render('<!-- wp:block {"ref":304} /-->'.repeat(40)).length).toBeLessThan(300_000);
  });

  it('becomes no book by what it asks for again and again', () => {
    const most = 17 * 1024 * 1024;
    const long = 'x'.repeat(1024 * 1024);
    const image = { ...(ATTACHMENTS[201] as Attachment), caption: long };
    const large: ContentSources = {
      ...sources,
      attachment: () => image,
      attachmentsOf: () => [image],
      sharedBlock: () => long,
      footnotes: [{ id: 'f', content: long }],
    };
    const rendered = (stored: string) => {
      const notices = new Notices();
      const { length } = renderContent(stored, large, notices);
      return [length > 10_000_000 && length < most, notices.all()] as const;
    };
    expect(rendered('<!-- wp:block {"ref":1} /-->'.repeat(100))).toEqual([
      true,
      [{ kind: 'missing-shared-block', name: 'wp:block 1', count: 84 }],
    ]);
    expect(rendered('<!-- wp:footnotes /-->'.repeat(100))).toEqual([
      true,
      [{ kind: 'dynamic-block', name: 'wp:footnotes', count: expect.any(Number) as number }],
    ]);
    for (const gallery of ['[gallery]', '[gallery ids="1"]', '[gallery ids="1,2,3,4,5"]']) {
      expect(rendered(gallery.repeat(100))).toEqual([
        true,
        [{ kind: 'shortcode', name: 'gallery', count: expect.any(Number) as number }],
      ]);
    }
    expect(rendered(`[gallery ids="${'1,'.repeat(100)}"]`)[0]).toBe(false);
  });

  it('makes a link of an address alone in a line, without the space behind it', () => {
    expect(render('https://one.example.com/x&nbsp;')).toBe(
      '<p><a href="https://one.example.com/x">https://one.example.com/x</a>&nbsp;</p>\n',
    );
  });

  it('shows a figure that stands alone in a paragraph without that paragraph', () => {
    const gallery = render('[gallery ids="203"]');
    expect(gallery).toMatch(/^<figure/);
    expect(render('<p>[gallery ids="203"]</p>')).toBe(gallery);
    expect(render('<p>\n[gallery ids="203"] </p>')).toBe(gallery);
    expect(render('One\n<p>[gallery ids="203"]</p>\nTwo')).toBe(`<p>One</p>\n${gallery}<p>Two</p>\n`);
    expect(render('<p class="x">[gallery ids="203"]</p>')).toMatch(
      /^<p class="x"><figure.*<\/figure><\/p>\n$/s,
    );
    expect(render('<p>a [gallery ids="203"]</p>')).toMatch(/^<p>a <figure.*<\/figure><\/p>\n$/s);
  });

  it('shows the images that were uploaded to the post in a gallery without ids, and writes texts as texts', () => {
    expect(render('[gallery]')).toContain(`<img src="${UPLOADS}/rag.jpg" alt="" />`);
    expect(render('[gallery ids="203"]')).toContain(
      `<img src="${UPLOADS}/a&amp;b.jpg" alt="5&quot; &lt;wide&gt;" />`,
    );
    expect(render('[gallery exclude="202"]')).toBe('<p>[gallery exclude="202"]</p>\n');
    expect(noticesOf('[gallery ids="7, 8"]')).toEqual([
      'missing-gallery-image 7 1',
      'missing-gallery-image 8 1',
      'shortcode gallery 1',
    ]);
  });

  it.each([
    ['[sic] and [1] and [Update: more] and a[i]', []],
    ['text [box]x[/box] [box]y[/box]', ['enclosing-shortcode box 2']],
    ['text [my_form] and [tabs id=3]', ['shortcode my_form 1', 'shortcode tabs 1']],
    ['text\n[calendar]\ntext', ['shortcode calendar 1']],
    ['<pre>[my_form]</pre> <a href="[my_form]">x</a>', ['shortcode-in-address my_form 1']],
    ['<a href="/?filter[size]=3" title="[my_form]">x</a>', []],
    ['[box title="a > b"]x[/box]', ['enclosing-shortcode box 1']],
    ['See [youtube https://youtu.be/x] and [TOC] there', ['shortcode youtube 1', 'shortcode TOC 1']],
    ['[audio:https://quayside.example.com/a.mp3]', ['shortcode audio 1']],
    ['[video src="https://www.youtube.com/watch?v=abcdefghijk"]', ['embed www.youtube.com 1']],
    ['So $latex a^2 + b^2$ is.', ['formula $latex 1']],
    [
      'A [highlight color="red"]word[/highlight] [source]Ada[/source]',
      ['enclosing-shortcode highlight 1', 'enclosing-shortcode source 1'],
    ],
    ['<!-- wp:lazyblock/hero {"title":"Tea"} /-->', ['block-fields wp:lazyblock/hero 1']],
    [
      '<!-- wp:generateblocks/text --><p>{{post_meta key:price}}</p><!-- /wp:generateblocks/text -->',
      ['bound-block with dynamic data 1'],
    ],
    // As people write about templates.
    ['<!-- wp:paragraph --><p>{{ city }}</p><!-- /wp:paragraph -->', []],
    ['[[my_form]]', ['shortcode my_form 1']],
    ['[caption]', ['shortcode caption 1']],
    ['a\n\nhttps://one.example.com/x\n\nb https://two.example.com', ['embed one.example.com 1']],
    ['<p>https://one.example.com/x</p>', ['embed one.example.com 1']],
    ['<a href="x">https://one.example.com/x</a>', []],
    ['a <b>b</b>https://one.example.com/x', []],
    ['<pre>\nhttps://one.example.com/x\n</pre>', []],
  ])('says what stays behind: %j', (stored, notices) => {
    expect(noticesOf(stored)).toEqual(notices);
  });

  it.each([
    ['[caption width="3" class=\'"><script>\']<img src="a">x[/caption]', '<script>'],
    ['[caption width="3" id=\'a"onclick="b\']<img src="a">x[/caption]', 'a"onclick'],
    ["[video src='a\"><script>']", '<script>'],
    ['[embed]https://a.example.com/"onclick="b[/embed]', '<a '],
  ])('makes no HTML of the values of shortcodes: %j', (stored, wrong) => {
    expect(render(stored)).not.toContain(wrong);
  });
});

describe('any content', () => {
  const piece = fc.constantFrom(
    ...['<', '>', '/', '"', "'", '=', ' ', '\n', '\n\n', '&amp;', '&', 'word', 'p', '[', ']', '\u00a0', '字'],
    ...['<p>', '</p>', '<div>', '</div>', '<b>', '</b>', '<ul>', '<li>', '</li>', '</ul>', '<br>', '<br />'],
    ...['<blockquote>', '</blockquote>', '<table>', '<tr>', '<td>', '</td>', '</tr>', '</table>', '<hr />'],
    ...['<pre>', '</pre>', '<script>', '</script>', '<style>', '</style>', '<!--', '-->', '<!-- x -->'],
    ...['<a href="', '<img src="x">', '<figure>', '<figcaption>', '</figcaption>', '</figure>', '<!'],
    ...['[box]', '[/box]', '[caption', 'http:', '\t', '<option>', '<video>', '</video>'],
  );
  const anything = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  /** Without all that is put in, and may be taken out again where it is empty. */
  const bare = (html: string): string => html.replace(/<p>|<\/p>|<br\s*\/?>|\s/gi, '');

  it('loses and changes nothing but paragraphs, breaks and spaces', () => {
    fc.assert(
      fc.property(anything, (stored) => {
        fc.pre(!/\[caption[^\][]*\]|\[\[/.test(stored));
        expect(bare(render(stored))).toBe(bare(stored));
      }),
      { numRuns: 3_000 },
    );
  });

  const word = fc.constantFrom('Kette', 'a &lt; b', 'naïve', '字', '"quoted"', "it's", '5 % & more');
  const space = fc.constantFrom(' ', '\n', '\n\n', '\n \n', '\r\n\r\n', '');
  const { html } = fc.letrec<{ html: string; inline: string }>((tie) => ({
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      fc.tuple(tie('inline'), space, tie('inline')).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('strong', 'em', 'code', 'a'), space, tie('inline'), space)
        .map(([name, before, inside, after]) => `<${name}>${before}${inside}${after}</${name}>`),
    ),
    html: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      fc.tuple(tie('html'), space, tie('html')).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('p', 'h2', 'strong', 'em'), space, tie('inline'), space)
        .map(([name, before, inside, after]) => `<${name}>${before}${inside}${after}</${name}>`),
      fc
        .tuple(
          fc.constantFrom('div', 'blockquote', 'section', 'figure', 'details'),
          space,
          tie('html'),
          space,
        )
        .map(([name, before, inside, after]) => `<${name}>${before}${inside}${after}</${name}>`),
      fc
        .tuple(fc.constantFrom('ul', 'ol'), fc.array(tie('html'), { minLength: 1, maxLength: 3 }), space)
        .map(([name, items, between]) => {
          const listed = items.map((item) => `<li>${item}</li>`).join(between);
          return `<${name}>${between}${listed}${between}</${name}>`;
        }),
      fc
        .tuple(tie('html'), tie('html'))
        .map(([a, b]) => `<!-- wp:acme/box {"a":1} -->${a}<!-- /wp:acme/box -->${b}`),
    ),
  }));

  it('shows the same text in the same order', () => {
    fc.assert(
      fc.property(html, (stored) => expect(textIn(render(stored))).toBe(textIn(stored))),
      { numRuns: 1_000 },
    );
  });

  it('leaves what stands in pre, script and style as it is', () => {
    const inside = fc
      .array(
        fc.constantFrom(
          '\n',
          '\n\n',
          ' ',
          'x',
          '<b>',
          '[gallery]',
          '<!-- wp:a -->',
          '<!--more-->',
          '\r\n',
          '&',
          '<p>',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const kept = fc
      .tuple(fc.constantFrom('pre', 'script', 'style', 'PRE', 'textarea'), inside)
      .map(([name, text]) => `<${name} class="k">${text}</${name}>`);
    fc.assert(
      fc.property(fc.array(fc.tuple(html, space, kept, space), { maxLength: 4 }), html, (parts, end) => {
        const rendered = render([...parts.map((one) => one.join('')), end].join(''));
        let from = 0;
        for (const [, , element] of parts) {
          const at = rendered.indexOf(element, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + element.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('closes the paragraphs that it opens', () => {
    fc.assert(
      fc.property(html, (stored) => {
        const rendered = render(stored);
        const count = (tag: RegExp): number => rendered.match(tag)?.length ?? 0;
        expect(count(/<p>/g)).toBe(count(/<\/p>/g));
      }),
      { numRuns: 500 },
    );
  });

  const hostile: [string, string][] = [
    ...[
      '\n',
      '<',
      '[',
      ' ',
      '<a ',
      '<a "',
      '<a b="',
      '<p>',
      '<br>',
      '<pre>',
      '<script>',
      '<!--',
      '<!-- >',
      '<!-- wp:',
    ].map((unit): [string, string] => [JSON.stringify(unit), unit]),
    ...[
      'a',
      '[caption]',
      '[gallery ',
      '[[gallery]]',
      '[code]a;\n',
      '[a]\nb;\n[/a]',
      '<div>a\n\n',
      'http://',
      'http://a.b\n',
      ' x',
      '\t',
      '\u00a0',
      '<svg>',
      '[highlight]a[/b]',
      '<pre lang="php">',
      '<a href="[a ',
      '<img data-a="/a.',
      'http://a&nbsp;',
    ].map((unit): [string, string] => [JSON.stringify(unit), unit]),
  ];
  it.each(hostile)('takes time in proportion to its length: %s 200,000 characters long', async (_, unit) => {
    const long = unit.repeat(Math.ceil(200_000 / unit.length));
    const cost = await costOf(() => {
      render(long);
      render(`[caption width="3"]<img src="a">${long}[/caption]>`);
      render(`[caption width="3"]<img src="a">a${long}b[/caption]`);
      render(`<a b="${long}>`);
      render(`[caption ${long}]`);
      render(`${long}[/highlight]`);
    });
    // Less than a second; where time grew with the square of the length it would be minutes.
    expect(cost).toBeLessThan(300);
  });
});
