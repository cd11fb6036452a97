import fc from 'fast-check';
import { filters } from 'liquidjs';
import { parseFragment } from 'parse5';
import type { TemplateKind } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/liquid';
import { createRenderer } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/renderer';
import { fileText } from '../../../support/committed-files';

const { render } = createRenderer();
const htmlOf = (template: string, variables: Record<string, string> = {}, kind: TemplateKind = 'html') => {
  const rendered = render(kind, template, variables);
  if ('text' in rendered) return rendered.text;
  throw new Error(JSON.stringify(rendered));
};

const PAIR = 'Trier & "Umland"';
const ESCAPED = 'Trier &amp; &#34;Umland&#34;';
const LINES = 'a < b\nc';
const HTML = '<p>Tom &amp; Jerry</p>';
const variables = { pair: PAIR, lines: LINES, html: HTML, half: '<img src=x onerror=alert(1) ', empty: '' };

describe('a template of HTML', () => {
  it.each([
    ['{{ pair }}', ESCAPED],
    ['{{ pair | escape }}', ESCAPED],
    ['{{ pair | escape | escape }}', ESCAPED],
    ['{{ pair | escape_once }}', ESCAPED],
    ['{{ pair | xml_escape }}', ESCAPED],
    ['{{ pair | raw }}', PAIR],
    ['{{ html | raw }}', HTML],
    ['{{ html | raw | escape }}', HTML],
    ['{{ html | escape_once }}', '&lt;p&gt;Tom &amp; Jerry&lt;/p&gt;'],
    ['{{ lines | newline_to_br }}', 'a &lt; b<br />\nc'],
    ['{{ lines | escape | newline_to_br }}', 'a &lt; b<br />\nc'],
    ['{{ lines | newline_to_br | escape }}', 'a &lt; b<br />\nc'],
    ['{{ lines | default: "" | newline_to_br }}', 'a &lt; b<br />\nc'],
    ['{{ lines | newline_to_br | default: "none" }}', 'a &lt; b<br />\nc'],
    ['{{ empty | newline_to_br | default: "<none>" }}', '&lt;none&gt;'],
    ['{{ html | strip_html }}', 'Tom &amp; Jerry'],
    ['{{ html | strip_html | upcase }}', 'TOM &amp; JERRY'],
    ['{{ html | strip_html | truncate: 8 }}', 'Tom &amp;...'],
    ['{{ empty | strip_html | default: "none" }}', 'none'],
    // Of HTML with tags a part has none of them, as half a tag would be shown.
    ['{{ lines | newline_to_br | truncate: 6, "…" }}', 'a &lt; b…'],
    ['{% capture a %}<p>{{ pair }}</p>{% endcapture %}{{ a | truncatewords: 2 }}', 'Trier &amp;...'],
    ['{{ html | raw | slice: 0, 5 }}', 'Tom &amp;'],
    ['{{ pair | escape | size }}', '16'],
    ['{{ pair | escape | url_encode }}', 'Trier+%26+%22Umland%22'],
    ['{{ half | strip_html }}', '&lt;img src=x onerror=alert(1) '],
    // What the template says is HTML where it is put into HTML, and text where it is put to text.
    ['{{ lines | newline_to_br | replace: "<br />", "</p><p>" }}', 'a &lt; b</p><p>\nc'],
    ['{{ pair | append: "<br>" }}', `${ESCAPED}&lt;br&gt;`],
    ['{{ lines | newline_to_br | append: pair }}', `a &lt; b<br />\nc${ESCAPED}`],
    ['{% assign br = "<br>" | raw %}{{ pair | append: br }}', `${ESCAPED}<br>`],
    ['{% assign br = "<br>" | raw %}{{ br | prepend: pair }}', `${ESCAPED}<br>`],
    [
      '{% assign all = lines | newline_to_br | split: "<br />" %}{% for one in all %}[{{ one | strip }}]{% endfor %}{{ all | join: "<hr>" }}{{ all }}',
      '[a &lt; b][c]a &lt; b<hr>\nca &lt; b\nc',
    ],
    ['{% capture a %}<b>{{ pair }}</b>{% endcapture %}{{ a }}', `<b>${ESCAPED}</b>`],
    ['{% capture a %}{{ pair }}{% endcapture %}{{ a | raw }}', ESCAPED],
    ['{% capture a %}{{ pair }}{% endcapture %}{% if a contains "Trier" %}yes{% endif %}', 'yes'],
    ['{% capture a %}<b>{% endcapture %}{% if a == "<b>" %}yes{% endif %}{{ a.size }}', 'yes3'],
    ['{% capture a %}  {% endcapture %}{% if a == blank %}blank{% endif %}', 'blank'],
    ['{% capture a %}<b>{% endcapture %}{% unless a == blank or a == empty %}full{% endunless %}', 'full'],
    ['{% capture a %}<b>{% endcapture %}{% for one in a %}{{ one }}{% endfor %}', '<b>'],
    ['{% echo pair %}{% echo lines | newline_to_br %}', `${ESCAPED}a &lt; b<br />\nc`],
    ['{% liquid\n echo pair | escape\n%}', ESCAPED],
  ])('makes of %p: %p', (template, html) => expect(htmlOf(template, variables)).toBe(html));

  it('knows each filter of LiquidJS, and lets no value out of its place through it', () => {
    const unescaped = Object.keys(filters).filter((name) => !['raw'].includes(name));
    const text = fc.array(fc.constantFrom('<', '>', '"', "'", '&', 'a', ' ', '\n', 'script', '/'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...unescaped), { maxLength: 3 }), text, (names, parts) => {
        const template = `{{ a | ${names.map((name) => `${name}: b`).join(' | ') || 'strip'} }}`;
        const rendered = render('html', template, { a: parts.join(''), b: '<"' });
        if ('text' in rendered) expect(rendered.text.replaceAll('<br />', '')).not.toMatch(/[<>"']/);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '<script>var a = {{ a | json }};</script>',
    '<script type="application/ld+json">{{ a | json | raw }}</script>',
    '<p>{{ a }}</p><SCRIPT data-x="{{ a }}">{% if a %}{{ a | json }}{% endif %}</SCRIPT>',
    '<script>{% for i in (1..1) %}{% echo a | json %}{% endfor %}</script >',
    '<script>{% liquid\n echo a | jsonify\n%}',
  ])('puts JSON into a script that nothing ends: %p', (template) => {
    const a = '</script><!--<b> & "quoted"\u2028';
    const { childNodes } = parseFragment(htmlOf(template, { a }));
    const script = childNodes.find(({ nodeName }) => nodeName === 'script');
    const [text] = (script as { childNodes: { value: string }[] }).childNodes;
    const json = text?.value.replace(/^var a = |;$/g, '') ?? '';
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toBe(a);
  });

  it.each([
    ['{{ a | strip_html | json }}', 'Tom & "Ada" x'],
    ['{{ a | strip_html | strip | strip_newlines | json }}', 'Tom & "Ada" x'],
    ['{{ a | strip_html | split: " " | json }}', ['Tom', '&', '"Ada"', 'x']],
    ['{{ entities | strip_html | json }}', 'Tom & Ada'],
    // HTML that is to be HTML where a script puts it.
    ['{{ a | escape | json }}', 'Tom &amp; &#34;Ada&#34; &lt;b&gt;x&lt;/b&gt;'],
    ['{{ a | strip_html | append: "<br>" | json }}', 'Tom &amp; &#34;Ada&#34; x<br>'],
    ['{{ a | json | json }}', '"Tom & \\"Ada\\" <b>x</b>"'],
  ])('puts text into JSON of what has no tags any more: %p', (template, text) => {
    const values = { a: 'Tom & "Ada" <b>x</b>', entities: '<p>Tom &amp; Ada</p>' };
    const json = htmlOf(`<script>${template}</script>`, values).slice('<script>'.length, -'</script>'.length);
    expect(JSON.parse(json)).toEqual(text);
  });

  it.each([
    ['<p data-a="{{ a | json }}">', '<p data-a="&#34;&lt;b&gt;&#34;">'],
    ['<p>{{ a | json | raw }}</p>', '<p>"<b>"</p>'],
    ['<script></script>{{ a | json }}', '<script></script>&#34;&lt;b&gt;&#34;'],
    ['<!-- <script> -->{{ a | json }}', '<!-- <script> -->&#34;&lt;b&gt;&#34;'],
    ['<script>"{{ a }}"</script>', '<script>"&lt;b&gt;"</script>'],
  ])('has JSON elsewhere as it has all else: %p', (template, html) =>
    expect(htmlOf(template, { a: '<b>' })).toBe(html),
  );

  it('makes of a page what was meant', () => {
    const template = fileText('tests/fixtures/pseo-files/template.liquid');
    const intro = 'About Trier & its "Porta".\n\nMore.';
    const html = htmlOf(template, { city: 'Trier & Umland', intro });
    expect(html).toContain('<p>About Trier &amp; its &#34;Porta&#34;.<br />\n<br />\nMore.</p>');
    expect(html).toContain('<p>Trier &amp; Umland has no parking</p>');
    expect(JSON.parse(/json">([^<]*)</.exec(html)?.[1] ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Place',
      name: 'Trier & Umland',
      description: intro,
    });
  });
});

describe('a template of a campaign from before', () => {
  it.each([
    ['{{ pair | escape }}', 'Trier &amp;amp; &amp;#34;Umland&amp;#34;'],
    ['{{ lines | newline_to_br }}', 'a &lt; b&lt;br /&gt;\nc'],
    ['<script>{{ html | json | raw }}</script>', `<script>"${HTML}"</script>`],
    ['{% capture a %}<b>{% endcapture %}{{ a }}{{ a | raw }}', '&lt;b&gt;<b>'],
  ])('makes of %p what it made', (template, html) =>
    expect(htmlOf(template, variables, 'legacy-html')).toBe(html),
  );
});
