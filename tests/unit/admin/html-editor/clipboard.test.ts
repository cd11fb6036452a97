/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Editor, type Extension } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { documentExtensions } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/schema';
import { openHtml } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/open';
import { parseHtml } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/tree';
import { cleanPasted } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/pasted/clean';
import { textOf } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/pasted/nodes';

// Their types are those of a browser, which tests do not have.
const { Clipboard } = jest.requireActual<{ Clipboard: Extension }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/clipboard',
);
const { PicturePlaces } = jest.requireActual<{ PicturePlaces: Extension }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/picture-places',
);
const browser = globalThis as unknown as {
  document: { createElement(name: string): never };
  localStorage: { clear(): void };
};

const open = (html: string) => {
  const editor = new Editor({
    element: browser.document.createElement('div'),
    extensions: [...documentExtensions(), PicturePlaces, Clipboard],
  });
  const opened = openHtml(editor.schema, html);
  if (!('doc' in opened)) throw new Error(`Opens as source: ${JSON.stringify(opened.reasons)}`);
  editor.view.updateState(EditorState.create({ doc: opened.doc, plugins: editor.state.plugins }));
  return {
    editor,
    html: () => opened.write(editor.state.doc),
    copy(): string {
      editor.commands.selectAll();
      const { dom } = editor.view.serializeForClipboard(editor.state.selection.content());
      return (dom as unknown as { innerHTML: string }).innerHTML;
    },
    paste(pasted: string): string {
      editor.view.pasteHTML(pasted, new Event('paste') as never);
      return this.html();
    },
    /** As the browser does it, with all that the clipboard has, by types. */
    pasteAll(clipboard: Readonly<Record<string, string>>): string {
      const clipboardData = {
        getData: (type: string) => clipboard[type] ?? '',
        files: [],
        items: [],
        types: [],
      };
      editor.view.dom.dispatchEvent(
        Object.assign(new Event('paste', { cancelable: true }), { clipboardData }) as never,
      );
      return this.html();
    },
  };
};

/** One text for each node and mark of the document. */
const EXAMPLES: Readonly<Record<string, string>> = {
  paragraph: '<p class="lead" style="color:red">One</p>',
  heading: '<h3 id="a">One</h3>',
  bulletList: '<ul class="x"><li>One</li></ul>',
  orderedList: '<ol start="4" type="a"><li>One</li></ol>',
  listItem: '<ul><li data-a="1">One<ul><li>Two</li></ul></li></ul>',
  blockquote: '<blockquote cite="/a"><p>One</p></blockquote>',
  codeBlock: '<pre data-x="1"><code class="language-js">if (a) {\n\n    b();\n}</code></pre>',
  horizontalRule: '<hr class="wide">',
  table:
    '<table class="t"><caption>Beans</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  tableRow: '<table><tbody><tr class="r"><td>b</td></tr></tbody></table>',
  tableCell: '<table><tbody><tr><td class="c" colspan="2">b</td></tr></tbody></table>',
  tableHeader: '<table><tbody><tr><th scope="row">b</th><td>c</td></tr></tbody></table>',
  box: '<figure class="wide"><img src="/a.png" alt="A" class="b"><figcaption>One <em>two</em></figcaption></figure>',
  video: '<iframe class="v" src="https://www.youtube.com/embed/aqz-KE-bpKQ?rel=0" title="Bunny"></iframe>',
  keptBlock: '<p>One</p>\n<script async src="https://example.com/widget.js"></script>',
  keptInline: '<p>One <x-y a="1">kept</x-y> two</p>',
  image: '<p><img src="/a.png" srcset="/b.png 2x" alt="A"></p>',
  hardBreak: '<p>One<br class="x">two</p>',
  text: '<p>One &amp; two</p>',
  bold: '<p><b class="x">One</b></p>',
  italic: '<p><i>One</i></p>',
  strike: '<p><del datetime="2026-01-01">One</del></p>',
  underline: '<p><ins>One</ins></p>',
  code: '<p><code class="x">One</code></p>',
  link: '<p><a href="/a" rel="nofollow" target="_blank">One</a></p>',
  inlineTag:
    '<p>H<sub>2</sub>O, 1<sup class="x">st</sup>, <kbd>Ctrl</kbd>, <abbr title="Hyper">H</abbr>, <span class="y">s</span></p>',
};
/** Beside the text that it comes into, so that each can be seen. */
const PASTED_ALONE = '<p>Before</p>';

beforeEach(() => browser.localStorage.clear());

describe('what is copied from a text', () => {
  const { editor } = open('<p>x</p>');
  const names = [...Object.keys(editor.schema.nodes), ...Object.keys(editor.schema.marks)].filter(
    (name) => name !== 'doc',
  );

  it('is tried with each node and mark of the document', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(names.sort());
  });

  it.each(names)('comes into another post in another tab as it was: %s', (name) => {
    const html = EXAMPLES[name] as string;
    const from = open(html);
    const there = new Set<string>();
    from.editor.state.doc.descendants((node) => {
      there.add(node.type.name);
      node.marks.forEach((mark) => there.add(mark.type.name));
    });
    expect(there).toContain(name);
    const into = open(PASTED_ALONE);
    const clipboard = from.copy();
    into.editor.commands.selectAll();
    expect(into.paste(clipboard)).toBe(html);
  });

  it('has nothing of where it was in the text that it comes from', () => {
    const from = open('<!-- wp:a --><p>One</p><!-- /wp:a -->\n\n\n<!-- wp:b --><p>Two</p><!-- /wp:b -->');
    const into = open('<!-- wp:c --><p>Three</p><!-- /wp:c -->\n<p>Four</p>');
    const clipboard = from.copy();
    into.editor.commands.setTextSelection(into.editor.state.doc.content.size);
    expect(into.paste(clipboard)).toBe(
      '<!-- wp:c --><p>Three</p><!-- /wp:c -->\n<p>Four</p>\n<p>One</p>\n<p>Two</p>',
    );
  });

  it('goes back byte for byte where it was cut', () => {
    const html = "<P class='a'>One  &mdash; two\n<!-- b --><script>1</script>\n<p>Three</p>";
    const one = open(html);
    const clipboard = one.copy();
    one.editor.commands.deleteSelection();
    expect(one.paste(clipboard)).toBe(html);
  });

  it('is what other programs can read, and is read from them without classes, sources and scripts', () => {
    const copied = open(Object.values(EXAMPLES).join('\n')).copy();
    expect(copied).toContain('<kbd');
    expect(copied).toContain('<figure');
    expect(copied).toMatch(/<iframe[^>]* src="https:\/\/www\.youtube\.com\/embed\/aqz-KE-bpKQ\?rel=0"/);
    // Another browser has nothing of it but the clipboard.
    browser.localStorage.clear();
    const into = open(PASTED_ALONE);
    into.editor.commands.selectAll();
    const html = into.paste(copied);
    expect(html).toContain(
      '<figure><img src="/a.png" alt="A"><figcaption>One <em>two</em></figcaption></figure>',
    );
    expect(html).toContain('src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"');
    expect(html).toContain('H<sub>2</sub>O, 1<sup>st</sup>, <kbd>Ctrl</kbd>, <abbr title="Hyper">H</abbr>');
    expect(html).toContain('&lt;script async');
    expect(html).not.toMatch(/<script|class="[bvwx]|srcset|<x-y/);
  });
});

describe('what is pasted from elsewhere', () => {
  const CASES = path.resolve(__dirname, '../../../fixtures/pasted');
  const pasted = (html: string): string => {
    const into = open(PASTED_ALONE);
    into.editor.commands.selectAll();
    return into.paste(html);
  };
  const fixture = (name: string) => pasted(readFileSync(path.join(CASES, name), 'utf8'));

  it('has its superscript, subscript, keys and the like', () => {
    expect(fixture('sup-sub.html')).toBe(
      '<p>Area: 25 m<sup>2</sup>, H<sub>2</sub>O, the 1<sup>st</sup> of May, press <kbd>Ctrl</kbd>, see note<sup>3</sup>.</p>',
    );
    expect(
      pasted(
        '<p><abbr title="a &quot;b&quot;" class="x" onclick="y">c</abbr> <time datetime="2026-01-01">d</time> <small>e</small></p>',
      ),
    ).toBe(
      '<p><abbr title="a &quot;b&quot;">c</abbr> <time datetime="2026-01-01">d</time> <small>e</small></p>',
    );
  });

  it('has figures with captions and videos of known platforms; other frames are left out', () => {
    expect(
      pasted(
        '<div class="post"><figure class="w"><img src="https://example.com/a.png" alt="A"><figcaption>Words</figcaption></figure>' +
          '<p>Text</p><iframe src="https://youtu.be/aqz-KE-bpKQ" title="Bunny" onload="x()"></iframe>' +
          '<iframe src="https://example.com/x">inside</iframe></div>',
      ).replace(/ width="560"[^>]*>/, '>'),
    ).toBe(
      '<figure><img src="https://example.com/a.png" alt="A"><figcaption>Words</figcaption></figure>\n<p>Text</p>\n' +
        '<iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" title="Bunny"></iframe>',
    );
  });

  it('has code as one block, with its indentation and empty lines', () => {
    expect(fixture('code-editor.html')).toBe('<pre><code>function f() {\n    return 1;\n\n}</code></pre>');
    expect(
      pasted(
        '<p>a</p><pre style="font-family:\'JetBrains Mono\',monospace;"><span>if</span> a:<br>&#160;&#160;b<br><br>c<br></pre>',
      ),
    ).toBe('<p>a</p>\n<pre><code>if a:\n  b\n\nc</code></pre>');
    expect(
      pasted(
        '<pre class="x"><code class="hljs language-c++"><div>a</div><div><br></div><div></div><div>\tb</div></code></pre>',
      ),
    ).toBe('<pre><code class="language-c++">a\n\n\n\tb</code></pre>');
  });

  it('has any code of an editor as it was', () => {
    const line = fc.stringMatching(/^[ \t]{0,4}[a-z<&;{}]{0,6}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (between) => {
        const lines = ['a {', ...between, '}'];
        const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const written = lines.map((one) => (one === '' ? '<br>' : `<div><span>${escaped(one)}</span></div>`));
        const { html } = cleanPasted(
          `<div style="white-space: pre; font-family: 'Fira Code'">${written.join('')}</div>`,
        );
        expect(parseHtml(html).map(textOf).join('')).toBe(lines.join('\n'));
      }),
    );
  });

  it('has a single line of an editor of code as code in the line', () => {
    const into = open('<p>Call</p>');
    into.editor.commands.setTextSelection(5);
    into.paste(
      '<div style="font-family: Consolas; white-space: pre;"><div><span>f(</span><span>x)</span></div></div>',
    );
    expect(into.html()).toBe('<p>Call<code>f(x)</code></p>');
  });

  describe('as text without formats', () => {
    const pastedText = (text: string, editorData?: object): string => {
      const into = open(PASTED_ALONE);
      into.editor.commands.selectAll();
      return into.pasteAll({
        'text/plain': text,
        ...(editorData && {
          'vscode-editor-data': JSON.stringify(editorData),
          // It shows every text in its font for code.
          'text/html': `<div style="font-family: Menlo, monospace; white-space: pre;">${text}</div>`,
        }),
      });
    };

    it('is code in one block where blocks are indented below what opens them', () => {
      for (const code of [
        'function f() {\n    return 1;\n\n}',
        'def f(x):\n    y = x\n\n    return y\n\n\nprint(f(1))',
        '[\n\t{\n\t\t"a": 1\n\t}\n]',
        'items.map((one) =>\n  one.name,\n)',
        '  if x:\n      go()',
      ])
        expect(pastedText(`${code}\r\n`)).toBe(`<pre><code>${code.replaceAll('>', '&gt;')}</code></pre>`);
      expect(pastedText('<ul class="a">\n  <li>One</li>\n\n</ul>')).toBe(
        '<pre><code>&lt;ul class="a"&gt;\n  &lt;li&gt;One&lt;/li&gt;\n\n&lt;/ul&gt;</code></pre>',
      );
    });

    it('is code where an editor of code says so, in its language, but not what people write in one', () => {
      const text = 'a\n\nb';
      expect(pastedText(text, { version: 1, mode: 'shellscript' })).toBe(
        '<pre><code class="language-shellscript">a\n\nb</code></pre>',
      );
      expect(pastedText(' npm ci\n', { mode: 'shellscript' })).toBe('<p><code>npm ci</code></p>');
      for (const mode of ['markdown', 'plaintext', 'a"b', 7]) {
        expect(pastedText(text, { mode })).toBe('<p>a</p>\n<p>b</p>');
      }
      // It was said of what was pasted before.
      expect(pastedText(text)).toBe('<p>a</p>\n<p>b</p>');
    });

    it('is paragraphs where people have written it', () => {
      for (const text of [
        'Dear all,\n\n   the shop is closed (from Monday\n   to Friday).\n\nYours',
        'To buy:\n  - milk\n  - beans',
        'If you like:\n  one\n\nor two',
        'See you\n        on the other side',
      ])
        expect(pastedText(text)).not.toContain('<pre');
      expect(pastedText('One\n\n\nTwo')).toBe('<p>One</p>\n<p>Two</p>');
    });

    it('goes into a code block as it is', () => {
      const into = open('<pre><code>a</code></pre>');
      into.editor.commands.setTextSelection(2);
      expect(into.pasteAll({ 'text/plain': 'if (b) {\n  c\n\n}' })).toBe(
        '<pre><code>aif (b) {\n  c\n\n}</code></pre>',
      );
    });
  });

  it('cannot bring a script by saying that it is a copy', () => {
    const html = pasted(
      '<p data-html-copy="stamp" data-pm-slice="0 0 []" onclick="x()" open="&lt;p onclick=x()&gt;">a</p><div data-html-kept="" source="&lt;script&gt;">b</div><script>1</script>',
    );
    expect(html).toBe('<p>a</p>\n<p>b</p>');
  });
});
