import { dump } from 'js-yaml';
import type { ReportWriter } from '../../migration';
import { WorkerOverrun } from '../../platform/task-worker';
import type { Pictures } from '../pictures';
import type { Contents, PageRecord, PostRecord, PostTexts } from '../records';
import type { Sink } from '../sinks/sink';
import { writeSideFiles } from '../json';
import { createFileNames } from '../file-names';
import { remarksOf } from '../remarks';
import type { Body } from './body';
import { asHtmlBlock } from './html-block';

/** Turns HTML into Markdown. @throws WorkerOverrun */
export type ToMarkdown = (html: string) => Promise<Body>;

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

const withFrontMatter = (fields: Record<string, unknown>, body: string): string =>
  `---\n${dump(withoutEmpty(fields), { lineWidth: -1 })}---\n\n${body}`;

/** A file of Markdown for each post and page, with front matter, and its pictures. */
export const writeMarkdown = async (
  contents: Contents,
  pictures: Pictures,
  sink: Sink,
  report: ReportWriter,
  toMarkdown: ToMarkdown,
): Promise<void> => {
  const remarks = remarksOf(report);

  const bodyOf = async (kind: 'post' | 'page', where: string, html: string): Promise<string> => {
    const written = pictures.withFiles(html);
    const body = await toMarkdown(written).catch((error: unknown) => {
      if (error instanceof WorkerOverrun)
        return { text: `${asHtmlBlock(written, null)}\n`, isHtml: true, isPlainer: false };
      throw error;
    });
    if (body.isHtml) {
      report.addRepeated(
        { loss: 'note', kind, where },
        'Markdown has no notation for some of it. That is there as HTML, which Markdown may contain.',
        'Nothing, where what reads it takes HTML in Markdown.',
      );
    }
    if (body.isPlainer) {
      report.addRepeated(
        { loss: 'altered', kind, where },
        'Its HTML has attributes or comments that Markdown has no notation for, such as sizes of pictures and classes. They were left out.',
        'Nothing, or export it as JSON too.',
      );
    }
    return body.text;
  };

  const isWaiting = ({ scheduleDate }: PostTexts): boolean =>
    scheduleDate !== null && scheduleDate > contents.website.exportedAt;

  const postFields = (post: PostTexts, isLive: boolean): Record<string, unknown> => {
    const image = post.featuredImage === null ? null : pictures.nameOf(post.featuredImage);
    return {
      title: post.title ?? '',
      slug: post.slug,
      date: isWaiting(post) ? post.scheduleDate : post.createdAt,
      updated: post.updatedAt === post.createdAt ? null : post.updatedAt,
      draft: isLive ? null : true,
      categories: post.category === null ? [] : [post.category],
      tags: post.tags,
      author: post.author?.name ?? null,
      image: image === null ? post.featuredImage : `/${encodeURI(image)}`,
      imageAlt: post.image?.alt ?? null,
      description: post.metaDescription,
      metaTitle: post.metaTitle === post.title ? null : post.metaTitle,
      lang: post.lang,
    };
  };

  const nameOfPost = createFileNames();
  for await (const post of contents.posts()) {
    const { id, slug, title, content, status, draft } = post satisfies PostRecord;
    const where = slug ?? title ?? id;
    if (draft) remarks.unpublishedChanges('post', where);
    if (isWaiting(post) && post.createdAt !== post.scheduleDate) remarks.scheduled(where);
    const body = await bodyOf('post', where, content);
    await sink.add(`posts/${nameOfPost(slug ?? '', id, '.md')}`, [
      withFrontMatter(postFields(post, status === 'published'), body),
    ]);
  }

  const nameOfPage = createFileNames();
  for await (const page of contents.pages()) {
    const { pageId, slug, html, fields, status, variables, createdAt, updatedAt } = page satisfies PageRecord;
    const where = slug ?? pageId;
    if (html === null) {
      remarks.pageWithoutTexts(where, slug);
      continue;
    }
    if (page.draft) remarks.unpublishedChanges('page', where);
    const front = {
      ...{ title: fields?.metaTitle ?? '', slug, date: createdAt, updated: updatedAt },
      ...{ draft: status === 'live' ? null : true, description: fields?.metaDescription ?? '', variables },
    };
    const body = await bodyOf('page', where, html);
    await sink.add(`pages/${nameOfPage(slug ?? '', pageId, '.md')}`, [withFrontMatter(front, body)]);
  }

  if (contents.campaigns.length > 0) {
    report.add(
      { loss: 'note', kind: 'campaign', where: 'all campaigns' },
      'pSEO pages are there as readers get them. The templates of campaigns are not.',
      'Export the website as JSON too, if the templates are wanted.',
    );
  }
  await writeSideFiles(contents, sink, 'data/');
  await pictures.write(sink);
};
