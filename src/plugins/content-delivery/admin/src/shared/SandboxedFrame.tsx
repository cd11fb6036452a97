interface Props {
  title: string;
  /** A whole document: see `previewDocument`. */
  document: string;
}

/** Shows HTML of the content: without scripts, forms and any way to this page. It scrolls by keyboard too. */
export const SandboxedFrame = ({ title, document }: Props) => (
  <iframe
    title={title}
    sandbox=""
    referrerPolicy="no-referrer"
    tabIndex={0}
    srcDoc={document}
    style={{ width: '100%', height: '48rem', border: '1px solid #8e8ea9', background: '#fff' }}
  />
);
