/** What a post's content refers to, and what there is to say of it. */

export interface Attachment {
  url: string;
  alternativeText: string;
  caption: string;
}

export interface ContentSources {
  /** Of the post, as WordPress numbers it. */
  postId: string;
  attachment(id: string): Attachment | null;
  /** Images that were uploaded to a post, in their order. */
  attachmentsOf(postId: string): Attachment[];
  /** The stored content of a block that posts share. */
  sharedBlock(id: string): string | null;
  /** The texts of the post's footnotes by their ids, in order. */
  footnotes: readonly { id: string; content: string }[];
  /** The player of an address that WordPress shows as one; null where it becomes a link. */
  playerOf(address: string): string | null;
}

export type NoticeKind =
  /** A block that WordPress renders at each request: the stored content has nothing of it. */
  | 'dynamic-block'
  /** A block whose text is in fields of its own, which only its theme or plugin can show. */
  | 'block-fields'
  /** A block that shows a field, or an override of a pattern, in place of the text that is stored. */
  | 'bound-block'
  /** A block that posts share, which the export does not have, which contains itself, or which there is no room for. */
  | 'missing-shared-block'
  /** A shortcode that stays as text. */
  | 'shortcode'
  /** The same with a text between it and its end. */
  | 'enclosing-shortcode'
  /** The same around code, which is left as it is. */
  | 'kept-inside'
  /** A shortcode in the address of a link or a picture. */
  | 'shortcode-in-address'
  /** Formulas in signs that a plugin draws. */
  | 'formula'
  /** A block that is hidden from readers. */
  | 'hidden-block'
  /** An address that WordPress shows as a player, and that is a link now. */
  | 'embed'
  /** The same, which is a player here too. */
  | 'player'
  /** Images of a gallery that the export does not have. */
  | 'missing-gallery-image'
  /** Where WordPress begins a new page. */
  | 'page-break';

/** Characters that may be put into a post: a short text can ask for a long one again and again. */
const MAX_PUT_IN = 16 * 1024 * 1024;

/** How much may still be added to a post from elsewhere. */
export class Room {
  private left = MAX_PUT_IN;

  /** True once something did not fit: the rest is not made. */
  get isFull(): boolean {
    return this.left < 0;
  }

  /** @returns false when there is no room; there is none any more then */
  take(characters: number): boolean {
    this.left = characters <= this.left ? this.left - characters : -1;
    return this.left >= 0;
  }
}

/** Counts, by kind and name. */
export class Notices {
  private readonly counts = new Map<string, { kind: NoticeKind; name: string; count: number }>();

  add(kind: NoticeKind, name: string): void {
    const key = `${kind} ${name}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else this.counts.set(key, { kind, name, count: 1 });
  }

  names(kind: NoticeKind): Set<string> {
    return new Set(this.all().flatMap((one) => (one.kind === kind ? [one.name] : [])));
  }

  all(): { kind: NoticeKind; name: string; count: number }[] {
    return [...this.counts.values()];
  }
}
