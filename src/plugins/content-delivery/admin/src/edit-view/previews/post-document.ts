import { previewDocument, type Shade } from '../../shared/preview-document';

/** What a preview in the panel shows of a post. */
export interface PostParts {
  title: string;
  /** An address; null for a post without an image. */
  image: string | null;
  content: string;
}

type Values = Record<string, unknown>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The post as its form has it. The uploaded image comes before the one elsewhere, as front ends get it.
 * @param server the address below which uploaded files are, where theirs begins with a slash
 */
export const postPartsIn = (values: Values, server: string): PostParts => {
  const { url } = (values['featuredImage'] ?? {}) as { url?: unknown };
  const uploaded = textIn(url);
  const image = uploaded.startsWith('/') ? server + uploaded : uploaded;
  return {
    title: textIn(values['title']),
    image: image || textIn(values['featuredImageUrl']) || null,
    content: textIn(values['content']),
  };
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Title, image and content in one document, for a frame without rights. */
export const postDocument = ({ title, image, content }: PostParts, shade: Shade): string =>
  previewDocument(
    [
      title && `<h1>${escaped(title)}</h1>`,
      image === null ? '' : `<p><img src="${escaped(image)}" alt=""></p>`,
      content,
    ].join(''),
    shade,
  );
