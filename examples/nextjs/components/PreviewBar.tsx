/** Says on every page that this visitor has opened a preview, and ends it. */
export const PreviewBar = () => (
  <aside className="preview-bar" aria-label="Preview">
    <p>You have opened a preview link. The draft that it is for is shown in place of what readers see.</p>
    <form action="/api/preview/end" method="post">
      <button type="submit">End the preview</button>
    </form>
  </aside>
);

/** Says above a draft that it is one. */
export const DraftNotice = () => (
  <p className="draft-notice">
    <strong>This is a preview of a draft.</strong> Readers do not see it like this.
  </p>
);
