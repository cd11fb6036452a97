import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Locator, Page, Response } from 'playwright-core';
import { contentOf, UID, type Content } from '../fixtures/content';
import { contentPermissions } from '../support/admin-users';
import { htmlCorpus } from '../fixtures/html-corpus';
import { expectAccessible } from '../support/e2e/accessibility';
import { closeServer, portOf } from '../support/connections';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openForm, pickRelation, save } from '../support/e2e/content-manager';
import { htmlField } from '../support/e2e/html-field';
import { bringInto, broughtFile, holdRequests } from '../support/e2e/transfer';

const IMAGE = path.resolve(__dirname, '../../demo/content/harbour-roasters/images/espresso.webp');

describe('the HTML editor', () => {
  let cms: Cms;
  let page: Page;
  let content: Content;
  let website: string;

  beforeAll(async () => {
    cms = await startCms();
    content = contentOf(cms.strapi);
    website = (await content.website()).documentId;
    page = await cms.signInAsSuperAdmin();
  });
  afterAll(() => cms?.stop());

  const openPost = async (html: string) => {
    const { documentId } = await content.post(website, { content: html });
    await openForm(page, UID.post, documentId);
    const field = htmlField(page, 'Content');
    await field.text.waitFor();
    return { ...field, documentId };
  };
  /** What is stored; read from the database, as the panel's own answer might be right when that is not. */
  const stored = async (
    documentId: string,
    attribute = 'content',
    uid: string = UID.post,
  ): Promise<unknown> => {
    const row = (await cms.strapi.db.query(uid).findOne({ where: { documentId } })) as Record<
      string,
      unknown
    >;
    return row[attribute];
  };
  /** Waits until the form has something to save, or has not. */
  const expectUnsaved = (isUnsaved: boolean): Promise<void> =>
    page.getByRole('button', { name: 'Save', exact: true, disabled: !isUnsaved }).waitFor();

  it.each(htmlCorpus())('gives back, unchanged, what nobody edited: %s', async (name, html) => {
    const { documentId, text, button, toSource } = await openPost(html);
    // To the text, through it, and out of it again.
    await text.click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Escape');
    await toSource();
    await text.click();
    if (await button('Edit visually').isVisible()) await button('Edit visually').click();
    await text.click();
    await page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).click();
    await expectUnsaved(false);

    await fillField(page, 'Title', `Saved: ${name}`);
    await save(page);
    expect(await stored(documentId)).toBe(html);
  });

  it('changes the edited paragraph only', async () => {
    const before =
      "<P CLASS='a'>One&nbsp;&mdash; two\r\n\r\n<!-- kept --><x-y>kept</x-y>\r\n<table><tr><td>cell</table>\r\n";
    const after = '<p>Last<br/>line</p>\n';
    const { documentId, text } = await openPost(`${before}<p data-a='1'>Here</p>\n\n${after}`);
    await text.getByText('Here').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('there');
    await save(page);
    expect(await stored(documentId)).toBe(
      `${before}<p data-a='1'>Here and <strong>there</strong></p>\n\n${after}`,
    );
  });

  it('has brought to the form what is typed before anything reads that', async () => {
    const { documentId, text } = await openPost('<p>One</p>');
    await text.getByText('One').click();
    await page.keyboard.press('End');
    const saved = page.waitForResponse(isSave);
    await page.keyboard.type(' two');
    await page.keyboard.press('Control+s');
    expect((await saved).status()).toBe(200);
    expect(await stored(documentId)).toBe('<p>One two</p>');
    await expectUnsaved(false);

    // All at once: nothing that waits has come to its turn in between. The time after a save is over.
    const kept = await page.evaluate(`(() => {
      const later = performance.now() + 60_000;
      performance.now = () => later;
      document.querySelector('.ProseMirror').editor.commands.insertContentAt(1, 'Zero. ');
      dispatchEvent(new Event('pagehide'));
      delete performance.now;
      return JSON.stringify(localStorage);
    })()`);
    expect(kept).toContain('Zero. One two');
  });

  it('is not changed any more when an edit is undone', async () => {
    const { text, button } = await openPost('<p>One&#32;two\n<p>three');
    await text.getByText('three').click();
    await page.keyboard.type('x');
    await expectUnsaved(true);
    await button('Undo').click();
    await expectUnsaved(false);
  });

  it('keeps the line ends of the source that nobody touched', async () => {
    const { documentId, toSource, text } = await openPost('<p>1</p>\r\n<p>2</p>\n<p>3</p>\r\n');
    await toSource();
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('<hr>');
    await save(page);
    expect(await stored(documentId)).toBe('<hr><p>1</p>\r\n<p>2</p>\n<p>3</p>\r\n');
  });

  it('runs nothing of the content', async () => {
    const attack =
      '<p onclick="window.ran=1"><img src="x" onerror="window.ran=1">text <a href="javascript:window.ran=1">link</a></p>' +
      '<script>window.ran=1</script><svg onload="window.ran=1"></svg><iframe srcdoc="<script>parent.ran=1</script>"></iframe>' +
      '<details open ontoggle="window.ran=1"><summary>s</summary>d</details><style>body{display:none}</style>' +
      '<p style="position:fixed;inset:0;background:red">cover</p>';
    const { text, toSource, toVisual } = await openPost(attack);
    await text.getByText('link').click();
    await toSource();
    await toVisual();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(
      await text
        .locator('script, style, iframe, svg, [onclick], [onerror], [style*=position], a[href^=java]')
        .count(),
    ).toBe(0);
  });

  it('says why a text opens as source', async () => {
    const { field, text } = await openPost('<p>Fine</p><p>cut <a href="');
    await expectText(field.getByRole('status'), 'the HTML ends within a tag');
    expect(await text.textContent()).toContain('<p>Fine</p>');
  });

  it('opens templates with Liquid as source, highlighted', async () => {
    const template = '<h1>{{ city }}</h1>\n{% if a > 1 %}<p>many</p>{% endif %}';
    const { documentId } = await content.create(UID.campaign, {
      name: 'Cities',
      website,
      slugTemplate: '{{ city }}',
      htmlTemplate: template,
    });
    await openForm(page, UID.campaign, documentId);
    const { field, text, button } = htmlField(page, 'Page template');
    await expectText(field.getByRole('status'), 'This template opens as source');
    // The editor of source, and then its colours, come when they are loaded.
    await text.locator('.cm-line span').nth(3).waitFor();
    await button('Edit visually').click();
    expect(await text.textContent()).toContain('{{ city }}');
    await fillField(page, 'Name', 'Towns');
    await save(page);
    expect(await stored(documentId, 'htmlTemplate', UID.campaign)).toBe(template);
  });

  it('builds a text by its buttons', async () => {
    const { documentId, text, button, field } = await openPost('');
    /** Chooses in a menu; the focus then goes back to the text. */
    const choose = async (menu: string | RegExp, item: string) => {
      await button(menu).click();
      await page.getByRole('menuitem', { name: item }).click();
      await text.and(page.locator(':focus')).waitFor();
    };
    await text.click();
    await choose(/^Style of the paragraph/, 'Heading 2');
    await page.keyboard.type('Title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Words ');

    await button('Link').click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(dialog);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await dialog.getByText('This address cannot be used as a link.').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('/pricing');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('prices');
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await text.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' end');
    await page.keyboard.press('Enter');

    await button('Bulleted list').click();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    await choose('Table', 'Insert a table');
    await page.keyboard.type('Head');
    await choose('Table', 'Delete the column');
    await choose('Table', 'Delete the row');

    await expectAccessible(field);
    await save(page);
    expect(await stored(documentId)).toBe(
      '<h2>Title</h2>\n<p>Words <a href="/pricing">prices</a> end</p>\n<ul><li>one</li><li>two</li></ul>\n' +
        '<table><tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    );
  });

  it('adds images of the media library, with alternative text and their public address', async () => {
    const { documentId, text, button, field } = await openPost('<p>Before</p>');
    await text.getByText('Before').click();
    await page.keyboard.press('End');
    // What is selected stays.
    await page.keyboard.press('Shift+ArrowLeft');
    await button('Picture from the media library').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add new assets' }).first().click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /^Drag & Drop here/ }).click(),
    ]);
    await chooser.setFiles(IMAGE);
    await dialog.getByRole('button', { name: 'Upload 1 asset to the library' }).click();
    await dialog.getByRole('checkbox').first().click();
    await dialog.getByRole('button', { name: 'Finish' }).click();

    await dialog.getByRole('button', { name: 'Add image' }).click();
    await dialog.getByText('Describe the image, or mark it as decorative.').waitFor();
    await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A cup of espresso');
    await dialog.getByRole('button', { name: 'Add image' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    const html = String(await stored(documentId));
    expect(html).toMatch(
      /^<p>Before<img src="[^"]+" alt="A cup of espresso" width="\d+" height="\d+"><\/p>$/,
    );
    expect(html).toContain(`src="${cms.url}/uploads/espresso_`);

    await text.locator('.html-image').click();
    await field.getByRole('button', { name: 'Change alternative text' }).click();
    await dialog.getByRole('checkbox', { name: /decorative/ }).click();
    await dialog.getByRole('button', { name: 'Change image' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    expect(await stored(documentId)).toContain(' alt="" width=');
  });

  it('makes a video of a pasted address', async () => {
    const { documentId, text } = await openPost('<p>Befor</p>');
    await text.getByText('Befor').click();
    await page.keyboard.press('End');
    // What is typed shows that the caret has arrived, before a key is pressed that depends on it.
    await page.keyboard.type('e');
    await text.getByText('Before', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.evaluate('navigator.clipboard.writeText("https://youtu.be/aqz-KE-bpKQ")');
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Big Buck Bunny');
    await dialog.getByRole('button', { name: 'Add video' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    expect(await stored(documentId)).toMatch(
      /^<p>Before<\/p>\n<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ" title="Big Buck Bunny"[^>]*><\/iframe>$/,
    );
  });

  it('puts a video behind what is selected, and goes on in the text when a dialog is left', async () => {
    const { documentId, text, button } = await openPost('<p>Some words</p>');
    await text.getByText('Some words').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' he');
    const dialog = page.getByRole('dialog');
    await button('Video').click();
    await dialog.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.press('Escape');
    await text.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('re');
    for (let letters = 'here'.length; letters > 0; letters -= 1) await page.keyboard.press('Shift+ArrowLeft');
    await button('Video').click();
    await dialog.getByRole('textbox', { name: 'Address of the video' }).fill('https://youtu.be/aqz-KE-bpKQ');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Big Buck Bunny');
    await dialog.getByRole('button', { name: 'Add video' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    expect(await stored(documentId)).toMatch(
      /^<p>Some words here<\/p>\n<iframe [^>]+><\/iframe>(\n<p><\/p>)?$/,
    );
  });

  it('leaves the address of a link alone that nobody changes', async () => {
    const { documentId, text, field } = await openPost(
      '<p><a href="prices.html">Prices</a> and <a href="sms:+49301234">a message</a></p>',
    );
    const dialog = page.getByRole('dialog');
    const selected = field.getByRole('group', { name: 'Selected link' });
    for (const [words, address] of [
      ['Prices', 'prices.html'],
      ['a message', 'sms:+49301234'],
    ] as const) {
      await text.getByText(words, { exact: true }).click();
      await selected.getByText(address).waitFor();
      await selected.getByRole('button', { name: 'Change link' }).click();
      await dialog.getByRole('checkbox', { name: 'Open in a new tab' }).click();
      await dialog.getByRole('button', { name: 'Change link' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await save(page);
    const blank = 'target="_blank" rel="noopener"';
    expect(await stored(documentId)).toBe(
      `<p><a href="prices.html" ${blank}>Prices</a> and <a href="sms:+49301234" ${blank}>a message</a></p>`,
    );
  });

  it('gives back what was cut and pasted, with what it does not know', async () => {
    const { documentId, text } = await openPost(
      "<p class='a'>One <x-y a=1>kept</x-y></p>\n<script>1</script><p>Two</p>",
    );
    await text.getByText('One').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await expectUnsaved(true);
    await page.keyboard.press('Control+v');
    await expectUnsaved(false);
    await page.keyboard.type('!');
    await save(page);
    expect(await stored(documentId)).toBe(
      "<p class='a'>One <x-y a=1>kept</x-y></p>\n<script>1</script><p>Two!</p>",
    );
  });

  it('begins things by a slash, with the keyboard and the mouse, and leaves slashes alone elsewhere', async () => {
    const { documentId, text, field } = await openPost('<p>a</p>');
    const menu = field.getByRole('listbox', { name: 'What begins here' });
    await text.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' /b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await menu.waitFor();
    await expectAccessible(field);
    await page.keyboard.press('ArrowDown');
    await menu.getByRole('option', { name: 'Heading 3', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.type('Title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/nümb');
    await menu.getByRole('option', { name: 'Numbered list', selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await menu.getByRole('option', { name: 'Quote' }).click();
    await page.keyboard.type('Said');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // Escape closes the menu and nothing else; a path is no name of anything.
    await page.keyboard.type('/');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.type('etc/hosts');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/vid');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await save(page);
    expect(String(await stored(documentId)).replace(/\n<p><\/p>$/, '')).toBe(
      '<p>a /b</p>\n<h3>Title</h3>\n<ol><li>One</li></ol>\n<blockquote><p>Said</p></blockquote>\n<p>/etc/hosts</p>',
    );
  });

  it('can be left behind a table that is last, and before one that is first', async () => {
    const table = '<table><tbody><tr><td>cell</td></tr></tbody></table>';
    const { documentId, text } = await openPost(table);
    await text.getByText('cell').click();
    await page.keyboard.press('Control+End');
    await expectUnsaved(false);
    await page.keyboard.type('After');
    await text.getByText('cell').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Before');
    await save(page);
    expect(await stored(documentId)).toBe(`<p>Before</p>\n${table}\n<p>After</p>`);
  });

  it('says that what is typed is kept, until it is saved', async () => {
    const { text, field } = await openPost('<p>Kept</p>');
    const note = field.getByText('Not saved yet. What you type is kept.');
    expect(await note.count()).toBe(0);
    await text.getByText('Kept').click();
    await page.keyboard.type('more ');
    await note.waitFor();
    await save(page);
    await note.waitFor({ state: 'detached' });
    // Without an answer it is in this browser, which is said.
    await page.route('**/content-delivery/unsaved-work/**', (route) => route.abort());
    await text.click();
    await page.keyboard.type('again ');
    await field.getByText('What you type is kept in this browser until the server answers.').waitFor();
    await page.unroute('**/content-delivery/unsaved-work/**');
    await save(page);
  });

  it('brings what is copied into another post in another tab, with what it does not know', async () => {
    const html =
      '<figure class="wide"><img src="/a.png" alt="A"><figcaption>A <em>caption</em></figcaption></figure>\n' +
      '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ" title="Bunny" data-a="1"></iframe>\n' +
      '<script src="https://example.com/embed.js"></script>\n<p class="lead">H<sub>2</sub>O and <kbd>Ctrl</kbd></p>';
    const { text } = await openPost(html);
    await text.getByText('Ctrl').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const { documentId } = await content.post(website, { content: '<p>Empty</p>' });
    const other = await page.context().newPage();
    await openForm(other, UID.post, documentId);
    const field = htmlField(other, 'Content');
    await field.text.getByText('Empty').click();
    await other.keyboard.press('Control+a');
    await other.keyboard.press('Control+v');
    await field.text.getByText('Ctrl').waitFor();
    await save(other);
    await other.close();
    expect(await stored(documentId)).toBe(html);
  });

  it('leaves nothing of what was copied in the browser when the writer signs out', async () => {
    const { documentId } = await content.post(website, { content: '<p>Secret</p>' });
    const other = await cms.signInAsSuperAdmin();
    await openForm(other, UID.post, documentId);
    await htmlField(other, 'Content').text.getByText('Secret').click();
    await other.keyboard.press('Control+a');
    await other.keyboard.press('Control+c');
    const kept = () =>
      other.evaluate(() => Object.values(localStorage).filter((text) => text.includes('Secret')));
    expect(await kept()).toHaveLength(1);
    await other.getByRole('button', { name: /Test User$/ }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await other.getByRole('button', { name: 'Login' }).waitFor();
    expect(await kept()).toEqual([]);
    await other.context().close();
  });

  it('names pictures that stay on another website, and copies them into the media library', async () => {
    const { documentId, text, field } = await openPost('<p>Start</p>');
    const GOOGLE = 'https://lh7-rt.googleusercontent.com/docsz/EXAMPLE';
    const pasted = path.resolve(__dirname, '../fixtures/pasted/docs-picture.html');
    await text.getByText('Start').click();
    await page.keyboard.press('End');
    await bringInto(text, 'paste', { html: await readFile(pasted, 'utf8') });
    const notice = field.getByRole('status').filter({ hasText: '1 picture stays on another website' });
    await notice.getByText('lh7-rt.googleusercontent.com').waitFor();
    await notice.getByText('Google takes pictures of documents away after a while.').waitFor();
    await expectAccessible(field);

    // What the server fetches is tried elsewhere; no test reaches the internet.
    const asked: unknown[] = [];
    const answers = [
      { event: 'file:error', data: { index: 0, message: 'It cannot be fetched.' } },
      {
        event: 'file:complete',
        data: {
          index: 0,
          file: { id: 7, url: '/uploads/beans.webp', name: 'beans.webp', mime: 'image/webp' },
        },
      },
    ];
    await page.route('**/upload/actions/upload-from-urls', (route) => {
      asked.push(route.request().postDataJSON());
      const { event, data } = answers[asked.length - 1] as (typeof answers)[number];
      const body = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    await notice.getByRole('button', { name: 'Copy it into the media library' }).click();
    await field.getByText(`The picture at ${GOOGLE} was not copied. It cannot be fetched.`).waitFor();
    await notice.getByRole('button', { name: 'Copy it into the media library' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.unroute('**/upload/actions/upload-from-urls');
    expect(asked).toEqual([
      { urls: [GOOGLE], folderId: null },
      { urls: [GOOGLE], folderId: null },
    ]);
    await save(page);
    expect(String(await stored(documentId))).toMatch(
      /^<p>StartBefore<\/p>\n<p><img src="http[^"]+\/uploads\/beans\.webp"[^>]*><\/p>$/,
    );
  });

  /** A new post in which pictures were pasted that stay on another website, of a website of its own. */
  const newPostWithPictures = async (name: string, ...addresses: string[]) => {
    await content.website({ name });
    await page.goto(`/admin/content-manager/collection-types/${UID.post}/create`);
    const parts = htmlField(page, 'Content');
    await pickRelation(page, 'Website', name);
    await fillField(page, 'Title', name);
    await parts.text.click();
    const images = addresses.map((address) => `<img src="${address}">`);
    await bringInto(parts.text, 'paste', { html: `<p>Pictures ${images.join(' and ')}</p>` });
    return parts;
  };
  const savedAsNew = async (): Promise<string> => {
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    return new URL(page.url()).pathname.split('/').pop() ?? '';
  };

  it('stores a new post when its pictures are copied, also while it is edited as source', async () => {
    const { field, toSource } = await newPostWithPictures(
      'Of copies',
      'https://a.example/beans.webp',
      'https://a.example/cup.webp',
    );
    await toSource();
    const events = ['beans', 'cup'].map((name, index) => {
      const file = { id: index + 1, url: `/uploads/${name}.webp`, name: `${name}.webp`, mime: 'image/webp' };
      return `event: file:complete\ndata: ${JSON.stringify({ index, file })}\n\n`;
    });
    await page.route('**/upload/actions/upload-from-urls', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: events.join('') }),
    );
    const copy = await holdRequests(page, /\/upload-from-urls$/, 'POST');
    await field.getByRole('button', { name: 'Copy them into the media library' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await field.getByText('Saved as soon as they are copied.').waitFor();
    expect(await cms.strapi.db.query(UID.post).count({ where: { title: 'Of copies' } })).toBe(0);
    await copy();
    expect(await stored(await savedAsNew())).toMatch(
      /^<p>Pictures <img src="http[^"]+\/uploads\/beans\.webp"[^>]*> and <img src="http[^"]+\/uploads\/cup\.webp"[^>]*><\/p>$/,
    );
    await page.unroute('**/upload/actions/upload-from-urls');
  });

  it('goes on naming pictures that stay on another website when a new post is stored', async () => {
    const { field } = await newPostWithPictures('Of pictures elsewhere', 'https://a.example/beans.webp');
    const notice = field.getByRole('status').filter({ hasText: '1 picture stays on another website' });
    await notice.waitFor();
    await page.keyboard.press('Control+s');
    await savedAsNew();
    await page.getByRole('heading', { name: 'Of pictures elsewhere' }).waitFor();
    await notice.getByText('a.example').waitFor();
  });

  const UPLOAD = /\/upload(\?.*)?$/;
  const pictures = () => page.getByRole('region', { name: 'Pictures being added' });
  const picture = (name: string) => pictures().getByRole('group', { name });
  const webp = (name: string) => broughtFile(IMAGE, 'image/webp', name);

  it('uploads pasted pictures while the writer goes on, and saves nothing before they are there', async () => {
    const { documentId, text, field, toSource, toVisual } = await openPost('<p>One.</p><p>Two.</p>');
    await text.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Saved.');
    // A save is under way while they are pasted, and is answered before they are there.
    const answerSave = await holdRequests(page, /\/content-manager\/collection-types\//, 'PUT');
    const answer = page.waitForResponse(isSave);
    await page.keyboard.press('Control+s');
    const upload = await holdRequests(page, UPLOAD, 'POST');
    await text.getByText('One.').click();
    await page.keyboard.press('End');
    await bringInto(text, 'paste', { files: [await webp('first.webp'), await webp('second.webp')] });
    await picture('second.webp').getByRole('progressbar').waitFor();
    await page.keyboard.type(' Typed.');
    expect(await text.locator('.html-upload').count()).toBe(2);
    await answerSave();
    expect((await answer).status()).toBe(200);
    await expectUnsaved(true);
    await expectAccessible(field);

    await picture('first.webp').getByRole('textbox').fill('A cup');
    await picture('first.webp').getByRole('button', { name: 'Done' }).click();
    await toSource();
    expect(await text.textContent()).toContain('<p>One. Saved. Typed.</p>');
    await toVisual();
    const before = await stored(documentId);
    const saved = page.waitForResponse(isSave);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await pictures().getByText('Saved as soon as the pictures are uploaded.').waitFor();
    expect(await stored(documentId)).toBe(before);
    await upload();
    expect((await saved).status()).toBe(200);
    expect(await stored(documentId)).toMatch(
      /^<p>One\. Saved\.<img src="[^"]+\/uploads\/first_\w+\.webp" alt="A cup" width="\d+" height="\d+"><img src="[^"]+\/uploads\/second_\w+\.webp" width="\d+" height="\d+"> Typed\.<\/p><p>Two\.<\/p>$/,
    );

    // Still asked for; what is typed counts when it is saved.
    await picture('second.webp').getByRole('button', { name: 'Done' }).click();
    await pictures().getByText('Describe the picture, or mark it as decorative.').waitFor();
    await picture('second.webp').getByRole('textbox').fill('A saucer');
    await save(page);
    expect(await stored(documentId)).toContain(' alt="A saucer" ');
    await pictures().waitFor({ state: 'detached' });
    const file = (await cms.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { name: 'first.webp' } })) as {
      alternativeText: string;
    };
    expect(file.alternativeText).toBe('A cup');
  });

  it('leaves the caret in the source alone when an upload ends', async () => {
    const { documentId, text, toSource } = await openPost('<p>One</p>\n<p>Two</p>');
    const upload = await holdRequests(page, UPLOAD, 'POST');
    await text.getByText('One').click();
    await bringInto(text, 'paste', { files: [await webp('late.webp')] });
    await picture('late.webp').getByRole('progressbar').waitFor();
    await toSource();
    await text.click();
    await page.keyboard.press('Control+End');
    for (let letters = '</p>'.length; letters > 0; letters -= 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' and');
    await upload();
    await expectText(text, '<img src="');
    await page.keyboard.type(' more');
    await picture('late.webp').getByRole('button', { name: 'Decorative image' }).click();
    await save(page);
    expect(await stored(documentId)).toMatch(/^<p>\w*<img [^>]+>\w*<\/p>\n<p>Two and more<\/p>$/);
  });

  it('lets a failed upload be tried again or removed, and one under way be cancelled', async () => {
    const { documentId, text } = await openPost('<p>Here</p>');
    await page.route(UPLOAD, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await bringInto(text.getByText('Here'), 'drop', {
      files: [
        await webp('again.webp'),
        await webp('never.webp'),
        { name: 'a.svg', type: 'image/svg+xml', base64: '' },
      ],
    });
    await page.getByText('Not added: “a.svg”.').waitFor();
    await picture('again.webp').getByText('The server could not be reached.').waitFor();
    await picture('never.webp').getByRole('button', { name: 'Remove' }).click();
    await page.unroute(UPLOAD);
    const upload = await holdRequests(page, UPLOAD, 'POST');
    await bringInto(text, 'paste', { files: [await webp('cancelled.webp')] });
    await picture('cancelled.webp').getByRole('button', { name: 'Cancel' }).click();
    await picture('cancelled.webp').waitFor({ state: 'detached' });
    await upload();
    await picture('again.webp').getByRole('button', { name: 'Try again' }).click();
    await picture('again.webp').getByText('Uploaded and in its place.').waitFor();
    await picture('again.webp').getByRole('button', { name: 'Decorative image' }).click();
    expect(await text.locator('.html-upload').count()).toBe(0);
    await save(page);
    expect(await stored(documentId)).toMatch(
      /^<p>(He)?(re)?<img src="[^"]+\/again_\w+\.webp" alt="" [^>]*>(re)?<\/p>$/,
    );
  });

  it('takes lists and pictures of pasted HTML, and says which pictures it cannot have', async () => {
    const { documentId, text } = await openPost('<p>Start</p>');
    const { base64 } = await webp('');
    const image = `<img src="data:image/webp;base64,${base64}" alt="Beans">`;
    await text.getByText('Start').click();
    await page.keyboard.press('End');
    await bringInto(text, 'paste', {
      html: `<b style="font-weight:normal" id="docs-internal-guid-1"><p>A ${image} b</p><ul><li>One</li><ul><li>Two</li></ul></ul><p>${image}</p></b>`,
      files: [await webp('the-same-as-an-image.webp')],
    });
    await picture('picture-1.webp').getByText('Uploaded and in its place.').waitFor();
    await picture('picture-2.webp').getByText('Uploaded and in its place.').waitFor();
    expect(await picture('picture-2.webp').getByRole('textbox').inputValue()).toBe('Beans');
    const word = path.resolve(__dirname, '../fixtures/pasted/word.html');
    await page.keyboard.press('Control+End');
    await bringInto(text, 'paste', { html: await readFile(word, 'utf8') });
    await page.getByText('1 picture could not be read from the clipboard').waitFor();
    await save(page);
    const html = String(await stored(documentId));
    expect(
      html.replaceAll(/<img src="[^"]+\/uploads\/picture_[12]_\w+\.webp" alt="Beans"[^>]*>/g, '(image)'),
    ).toMatch(
      /^<p>StartA \(image\) b<\/p>\n<ul><li>One<ul><li>Two<\/li><\/ul><\/li><\/ul>\n<p>\(image\)[^]*<ol start="3"><li>Rinse<ol><li>twice<\/li><\/ol><\/li><li>Brew<\/li><\/ol>[^]*After the picture/,
    );
    expect(html).not.toMatch(/data:|blob:|pasted-picture|mso|file:/i);
  });

  it('says that a picture cannot be uploaded for want of permission, and keeps the text', async () => {
    const { documentId } = await content.post(website, { content: '<p>Mine</p>' });
    const types = [UID.post, UID.website];
    const { page: writer } = await cms.signInWith(contentPermissions(cms.strapi as never, types));
    await writer.goto(`/admin/content-manager/collection-types/${UID.post}/${documentId}`);
    const { text, field } = htmlField(writer, 'Content');
    await text.getByText('Mine').click();
    await bringInto(text, 'paste', { files: [await webp('forbidden.webp')] });
    await field.getByText('You may not upload pictures.').waitFor();
    expect(await text.locator('.html-upload').count()).toBe(0);
    await writer.keyboard.press('End');
    await writer.keyboard.type(' and safe');
    await save(writer);
    expect(await stored(documentId)).toBe('<p>Mine and safe</p>');
  });

  it('takes a picture that is dropped or pasted on the picture field, and asks for its text', async () => {
    const { documentId } = await openPost('<p>Text</p>');
    const region = page.getByRole('main').getByRole('region', { name: 'Featured image', exact: true });
    const empty = region.getByRole('button', { name: /^Click to add an asset/ });
    await bringInto(empty, 'drop', { files: [await webp('dropped.webp'), await webp('second-one.webp')] });
    await page.getByText('Only one picture fits here: “dropped.webp” was taken.').waitFor();
    await region.getByRole('img', { name: 'dropped.webp' }).waitFor();
    await page.keyboard.type('Dropped');
    await page.keyboard.press('Enter');
    await region.getByRole('img', { name: 'Dropped' }).waitFor();
    await save(page);
    const shown = async () => {
      const row = (await cms.strapi.db.query(UID.post).findOne({
        where: { documentId },
        populate: ['featuredImage'],
      })) as { featuredImage: { name: string; alternativeText: string } };
      return [row.featuredImage.name, row.featuredImage.alternativeText];
    };
    expect(await shown()).toEqual(['dropped.webp', 'Dropped']);

    await bringInto(region.getByRole('button').last(), 'paste', { files: [await webp('pasted.webp')] });
    await region.getByRole('img', { name: 'pasted.webp' }).waitFor();
    await picture('pasted.webp').getByRole('textbox').fill('Pasted');
    await save(page);
    expect(await shown()).toEqual(['pasted.webp', 'Pasted']);
  });

  it('uploads a picture of the computer as soon as it is chosen, into the text and the picture field', async () => {
    const { documentId, text, button, field } = await openPost('<p>Before</p>');
    const choose = async (opener: Locator, file: string) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
      await chooser.setFiles(file);
    };
    await text.getByText('Before').click();
    await page.keyboard.press('End');
    await choose(button('Choose a picture'), IMAGE);
    await picture('espresso.webp').getByRole('textbox').fill('In the text');
    await picture('espresso.webp').getByRole('button', { name: 'Done' }).click();
    await field.getByRole('img', { name: 'In the text' }).waitFor();

    const featured = page.getByRole('button', { name: 'Choose a picture: Featured image', exact: true });
    await choose(featured, IMAGE);
    await page.getByRole('main').getByRole('region', { name: 'Featured image' }).getByRole('img').waitFor();
    await picture('espresso.webp').getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('On top');
    await expectAccessible(featured);
    await save(page);
    const row = await cms.strapi.db
      .query(UID.post)
      .findOne({ where: { documentId }, populate: ['featuredImage'] });
    expect(row).toMatchObject({
      content: expect.stringMatching(/^<p>Before<img src="[^"]+" alt="In the text"/) as string,
      featuredImage: { alternativeText: 'On top' },
    });
  });

  it('is used by keyboard: one stop for the toolbar, arrow keys within it, the whole window and back', async () => {
    const { field, button } = await openPost('<p>Text</p>');
    await button('Bold').focus();
    await page.keyboard.press('ArrowRight');
    expect(
      await button('Italic').evaluate((element) => element === element.ownerDocument.activeElement),
    ).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await button('Table').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('Tab');
    expect(
      await button('Edit source').evaluate((element) => element === element.ownerDocument.activeElement),
    ).toBe(true);

    await button('Use the whole window').click();
    const dialog = page.getByRole('dialog', { name: 'Content' });
    await dialog.waitFor();
    await dialog.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectAccessible(field);
  });

  it.each([1440, 1024, 768])(
    'leaves Save and Publish in sight and in reach, beside the form and below the whole window, at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      const { documentId, button } = await openPost('<p>Text</p>');
      const isInSight = async () => {
        for (const name of ['Save', 'Publish']) {
          const box = await page.getByRole('button', { name, exact: true }).boundingBox();
          expect(box && box.y >= 0 && box.y + box.height <= 800).toBe(true);
        }
      };
      await page.getByRole('main').getByRole('textbox', { name: 'Meta title' }).scrollIntoViewIfNeeded();
      await isInSight();

      await button('Use the whole window').click();
      const dialog = page.getByRole('dialog', { name: 'Content' });
      await dialog.waitFor();
      await isInSight();
      await dialog.getByRole('textbox', { name: 'Content' }).click();
      await page.keyboard.type(`At ${width} `);
      // By keyboard too: nothing that the editor covers is on the way.
      const save = page.getByRole('button', { name: 'Save', exact: true });
      for (let stops = 0; stops < 60; stops += 1) {
        if (await save.evaluate((element) => element === element.ownerDocument.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Enter');
      expect((await saved).status()).toBe(200);
      expect(await stored(documentId)).toContain(`At ${width}`);
      await expectAccessible(page.locator('body'));
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('stays as source when a new post is stored', async () => {
    await content.website({ name: 'Of sources' });
    await page.goto(`/admin/content-manager/collection-types/${UID.post}/create`);
    const { button } = htmlField(page, 'Content');
    await pickRelation(page, 'Website', 'Of sources');
    await page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).fill('As source');
    await button('Edit source').click();
    await page.getByRole('main').getByRole('textbox', { name: 'Content' }).fill('<p>Source</p>');
    await page.keyboard.press('Control+s');
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    await button('Edit visually').waitFor();
  });

  it('finds posts and pages for a link, says which are drafts and which words are links by themselves', async () => {
    const { documentId: site } = await content.website({ url: 'https://shop.example/' });
    await content.post(site, { title: 'Grinding for espresso', slug: 'grinding' });
    await content.draft(site, { title: 'A grinder compared', slug: 'compared' });
    await content.post(website, { title: 'Grinding elsewhere' });
    const campaign = await content.campaign(site, { htmlTemplate: '<p>Grind</p>' });
    await content.page(campaign.documentId, { slug: 'grinders/berlin' });
    const { documentId: account } = await content.defaultAccount();
    await content.link({ keyword: 'grinder', url: '/blog/grinding', account });
    const { documentId } = await content.post(site, { content: '<p>Which grinder?</p>' });
    await openForm(page, UID.post, documentId);
    const { text, button } = htmlField(page, 'Content');
    await text.getByText('Which grinder?').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    for (let letters = 'grinder'.length; letters > 0; letters -= 1)
      await page.keyboard.press('Shift+ArrowLeft');

    await button('Link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“grinder” is linked by itself already, to /blog/grinding.').waitFor();
    const search = dialog.getByRole('combobox', { name: 'Find a post or page' });
    const options = dialog.getByRole('option');
    await page.keyboard.type('grind');
    await options.filter({ hasText: 'A grinder compared' }).filter({ hasText: 'Draft' }).waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringContaining('A grinder compared'),
      expect.stringContaining('Grinding for espresso'),
      expect.stringContaining('grinders/berlin'),
    ]);
    await expectAccessible(dialog);
    // Escape closes the list and nothing else.
    await page.keyboard.press('Escape');
    await dialog.getByRole('listbox').waitFor({ state: 'hidden' });
    await search.and(page.locator('[aria-expanded=false]')).waitFor();
    // Enter sends nothing before something is chosen.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await options.and(page.locator('[aria-selected=true]')).filter({ hasText: 'compared' }).waitFor();
    await page.keyboard.press('Enter');
    const address = dialog.getByRole('textbox', { name: 'Address' });
    expect(await address.inputValue()).toBe('https://shop.example/blog/compared');
    await dialog.getByText('“A grinder compared” is a draft.').waitFor();
    await expectAccessible(dialog);

    await search.fill('berlin');
    await options.filter({ hasText: 'grinders/berlin' }).click();
    expect(await address.inputValue()).toBe('https://shop.example/grinders/berlin');
    expect(await dialog.getByText('is a draft').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await save(page);
    expect(await stored(documentId)).toBe(
      '<p>Which <a href="https://shop.example/grinders/berlin">grinder</a>?</p>',
    );
  });

  it('shows images that are kept elsewhere', async () => {
    const bytes = await readFile(IMAGE);
    const elsewhere = createServer((_, response) => {
      response.setHeader('Content-Type', 'image/webp').end(bytes);
    });
    const port = await portOf(elsewhere);
    try {
      const { text } = await openPost(`<p>One</p><img src="http://127.0.0.1:${port}/a.webp" alt="Coffee">`);
      const image = text.getByAltText('Coffee');
      // It has arrived, or was refused; either way it is decided then.
      const width = image.evaluate(async (one) => {
        const shown = one as unknown as { decode(): Promise<void>; naturalWidth: number };
        await shown.decode().catch(() => undefined);
        return shown.naturalWidth;
      });
      expect(await width).toBeGreaterThan(0);
    } finally {
      await closeServer(elsewhere);
    }
  });
});

const isSave = (response: Response): boolean =>
  response.request().method() === 'PUT' && response.url().includes('/content-manager/');

const expectText = async (element: Locator, part: string): Promise<void> => {
  await element.filter({ hasText: part }).waitFor();
};
