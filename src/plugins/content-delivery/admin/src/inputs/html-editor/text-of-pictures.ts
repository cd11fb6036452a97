import type { Editor } from '@tiptap/react';

/** Where the text is now; the editor is made after what reports to this. */
export interface TextOfPictures {
  editor: Editor;
  /** Has the document of visual mode hold the text, also while that is edited as source. @returns false when it cannot */
  bringUpToDate(): boolean;
  /** Has the form know of it. */
  flush(): void;
  /** Puts HTML behind the text, where visual mode cannot show it. */
  append(html: string): void;
}
