import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { visibleText } from '../../platform/html/visible-text';

/** HTML stays as it is, as it does in the generators that people come from; quotation marks stay as they were typed. */
const markdown = new MarkdownIt({ html: true, linkify: true }).use(footnotes);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** `## Wheels {#round}`, as kramdown and Hugo have it. */
const OWN_ID = /\s*\{#([\w:.-]{1,100})\}\s*$/;

/** As GitHub, Hugo and Jekyll make it, so that links which were written for them lead there. */
const idFrom = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-') || 'section';

/** Headings get the ids that links within a page lead to. */
const giveIds = (tokens: readonly Token[]): void => {
  const taken = new Map<string, number>();
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return;
    const children = tokens[at + 1]?.children ?? [];
    const last = children.at(-1);
    const own = last?.type === 'text' ? OWN_ID.exec(last.content) : null;
    if (last && own) last.content = last.content.slice(0, own.index);
    const text = children.map(({ content }) => content).join('');
    const wanted = own?.[1] ?? idFrom(text);
    const twins = taken.get(wanted) ?? 0;
    taken.set(wanted, twins + 1);
    token.attrSet('id', twins === 0 ? wanted : `${wanted}-${twins}`);
  });
};

/** `[x] done` at the start of an item of a list. As a sign, since front ends take form fields out of texts. */
const markTasks = (tokens: readonly Token[]): void => {
  tokens.forEach(({ type, children }, at) => {
    if (type !== 'inline' || tokens[at - 2]?.type !== 'list_item_open') return;
    const [first] = children ?? [];
    if (first?.type !== 'text') return;
    first.content = first.content.replace(/^\[([ xX])\] /, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ '));
  });
};

/** The words of a heading. */
export const renderTitle = (heading: string): string =>
  visibleText(markdown.render(`# ${heading}`).replace(/\{#[\w:.-]{1,100}\}/, '')).trim();

/** Markdown (CommonMark with tables, strikethrough and footnotes) as HTML. */
export const renderMarkdown = (text: string): string => {
  const environment = {};
  const tokens = markdown.parse(text, environment);
  giveIds(tokens);
  markTasks(tokens);
  return markdown.renderer.render(tokens, markdown.options, environment);
};
