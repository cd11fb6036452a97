import { JSON_FILES } from './files';
import type { Contents } from '../records';
import type { Sink } from '../sinks/sink';
import type { Pictures } from '../pictures';

async function* lines(entries: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entry of entries) {
    yield `${before}${JSON.stringify(entry)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** One after the other, each told to `look` before it is passed on. */
async function* seen<Entry>(
  entries: AsyncIterable<Entry>,
  look: (entry: Entry) => void,
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    look(entry);
    yield entry;
  }
}

/** What lies beside posts and pages, for the formats that have no place of their own for it. @param folder ends with `/` */
export const writeSideFiles = async (contents: Contents, sink: Sink, folder: string): Promise<void> => {
  await sink.add(`${folder}${JSON_FILES.taxonomies}`, [`${JSON.stringify(contents.taxonomies, null, 2)}\n`]);
  await sink.add(`${folder}${JSON_FILES.authors}`, lines(contents.authors));
  await sink.add(`${folder}${JSON_FILES.links}`, lines(contents.links));
  await sink.add(`${folder}${JSON_FILES.redirects}`, lines(contents.redirects));
};

/** The shapes of the API with drafts and what pages are made from, which `import:export` reads back. */
export const writeJson = async (contents: Contents, pictures: Pictures, sink: Sink): Promise<void> => {
  await sink.add(JSON_FILES.website, [`${JSON.stringify(contents.website, null, 2)}\n`]);
  await writeSideFiles(contents, sink, '');
  const { image } = contents.website.website;
  if (image !== null) pictures.noteImage({ url: image });
  for (const { image } of contents.authors) pictures.noteImage(image);
  await sink.add(
    JSON_FILES.posts,
    lines(
      seen(contents.posts(), (post) => {
        for (const texts of post.draft ? [post, post.draft] : [post]) {
          pictures.noteImage(texts.image);
          pictures.noteHtml(texts.content);
        }
      }),
    ),
  );
  await sink.add(JSON_FILES.campaigns, lines(contents.campaigns));
  for (const { htmlTemplate } of contents.campaigns) pictures.noteHtml(htmlTemplate ?? '');
  await sink.add(
    JSON_FILES.pages,
    lines(
      seen(contents.pages(), ({ html, own, draft }) => {
        for (const text of [html, own.html, draft?.html, draft?.own.html]) pictures.noteHtml(text ?? '');
      }),
    ),
  );
  await sink.add(JSON_FILES.pictures, lines(await pictures.write(sink)));
};
