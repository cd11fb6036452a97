import { useLayoutEffect, useRef } from 'react';
import type { Editor } from '@tiptap/react';
import { styled } from 'styled-components';

/** The editor of visual mode. It stays mounted while hidden, and keeps what can be undone. */
export const VisualContent = ({ editor, isShown }: { editor: Editor; isShown: boolean }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    editor.mount(place.current as HTMLDivElement);
    return () => editor.unmount();
  }, [editor]);
  return <Content ref={place} hidden={!isShown} />;
};

/** The look of the panel: the website's own look is not known here. */
const Content = styled.div`
  flex: 1;
  overflow: auto;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.6;

  &[hidden] {
    display: none;
  }
  .ProseMirror {
    min-height: 100%;
    padding: ${({ theme }) => `${theme.spaces[5]} ${theme.spaces[6]}`};
    outline: none;
    overflow-wrap: anywhere;
  }
  .ProseMirror > * {
    max-width: 78rem;
    margin-inline: auto;
  }
  .ProseMirror > * + * {
    margin-top: 1.2em;
  }
  p,
  li > * + *,
  blockquote > * + *,
  td > * + *,
  th > * + * {
    margin-bottom: 0;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-weight: 700;
    line-height: 1.25;
  }
  h1 {
    font-size: 2.8rem;
  }
  h2 {
    font-size: 2.3rem;
  }
  h3 {
    font-size: 1.9rem;
  }
  h4 {
    font-size: 1.7rem;
  }
  strong,
  b {
    font-weight: 700;
  }
  em,
  i {
    font-style: italic;
  }
  a {
    color: ${({ theme }) => theme.colors.primary700};
    text-decoration: underline;
  }
  ul,
  ol {
    padding-inline-start: 2.4rem;
  }
  ul {
    list-style: disc;
  }
  ol {
    list-style: decimal;
  }
  blockquote {
    padding-inline-start: ${({ theme }) => theme.spaces[4]};
    border-inline-start: 3px solid ${({ theme }) => theme.colors.neutral300};
    color: ${({ theme }) => theme.colors.neutral700};
  }
  code {
    padding: 0.1em 0.3em;
    border-radius: 3px;
    background: ${({ theme }) => theme.colors.neutral150};
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9em;
  }
  pre {
    padding: ${({ theme }) => theme.spaces[4]};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral150};
    overflow-x: auto;
    white-space: pre-wrap;
    code {
      padding: 0;
      background: none;
      color: inherit;
    }
  }
  hr {
    height: 1px;
    margin-block: 2rem;
    border: 0;
    background: ${({ theme }) => theme.colors.neutral300};
  }
  .tableWrapper {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  td,
  th {
    position: relative;
    min-width: 4rem;
    padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
    border: 1px solid ${({ theme }) => theme.colors.neutral300};
    vertical-align: top;
    text-align: start;
  }
  th {
    background: ${({ theme }) => theme.colors.neutral150};
    font-weight: 600;
  }
  .selectedCell {
    background: ${({ theme }) => theme.colors.primary100};
  }
  [data-html-tag='sup'] {
    vertical-align: super;
    font-size: 0.75em;
  }
  [data-html-tag='sub'] {
    vertical-align: sub;
    font-size: 0.75em;
  }
  [data-html-tag='small'] {
    font-size: 0.85em;
  }
  [data-html-tag='mark'] {
    background: ${({ theme }) => theme.colors.warning200};
  }
  [data-html-tag='kbd'],
  [data-html-tag='samp'] {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  }

  [data-html-box] {
    position: relative;
    padding: ${({ theme }) => `${theme.spaces[5]} ${theme.spaces[3]} ${theme.spaces[3]}`};
    border: 1px dashed ${({ theme }) => theme.colors.neutral300};
    border-radius: ${({ theme }) => theme.borderRadius};
  }
  [data-html-box='figcaption'],
  [data-html-box='summary'] {
    padding: 0;
    border: 0;
    color: ${({ theme }) => theme.colors.neutral600};
    font-size: 1.3rem;
  }
  [data-html-box='summary'] {
    color: inherit;
    font-weight: 600;
  }
  [data-html-box] > * + * {
    margin-top: 0.8em;
  }
  [data-html-box]:not([data-html-box='figcaption'], [data-html-box='summary'])::before {
    content: attr(data-html-box);
    position: absolute;
    top: 2px;
    inset-inline-start: ${({ theme }) => theme.spaces[2]};
    color: ${({ theme }) => theme.colors.neutral600};
    font-size: 1.1rem;
  }

  .html-slash-menu {
    position: fixed;
    z-index: ${({ theme }) => theme.zIndices.popover};
    max-height: min(40rem, 90vh);
    padding: ${({ theme }) => theme.spaces[1]};
    overflow-y: auto;
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral0};
    box-shadow: ${({ theme }) => theme.shadows.filterShadow};
    font-size: 1.4rem;
  }
  .html-slash-menu[hidden] {
    display: none;
  }
  .html-slash-menu [role='option'] {
    padding: ${({ theme }) => `${theme.spaces[1]} ${theme.spaces[3]}`};
    border-radius: ${({ theme }) => theme.borderRadius};
    cursor: pointer;
  }
  .html-slash-menu [role='option']:hover,
  .html-slash-menu [aria-selected='true'] {
    background: ${({ theme }) => theme.colors.primary100};
  }

  .html-kept {
    padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral100};
    cursor: grab;
  }
  .html-kept-label {
    color: ${({ theme }) => theme.colors.neutral700};
    font-size: 1.2rem;
    font-weight: 600;
  }
  .html-kept .html-kept-source {
    max-height: 7.5em;
    padding: 0;
    overflow: hidden;
    background: none;
    color: ${({ theme }) => theme.colors.neutral600};
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 1.2rem;
  }
  .html-kept-inline {
    padding: 0 0.4em;
    border: 1px solid ${({ theme }) => theme.colors.neutral300};
    border-radius: 3px;
    background: ${({ theme }) => theme.colors.neutral100};
    color: ${({ theme }) => theme.colors.neutral700};
    font-size: 0.8em;
  }
  .html-video {
    display: flex;
    align-items: center;
    gap: ${({ theme }) => theme.spaces[3]};
    padding: ${({ theme }) => theme.spaces[4]};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral150};
  }
  .html-video-sign {
    color: ${({ theme }) => theme.colors.danger600};
    font-size: 2rem;
  }
  .html-video-title {
    font-weight: 600;
  }
  .html-video-address {
    color: ${({ theme }) => theme.colors.neutral600};
    font-size: 1.2rem;
  }
  .html-image {
    display: inline-block;
    max-width: 100%;
  }
  .html-image img {
    max-width: 100%;
    height: auto;
    border-radius: 2px;
  }
  .html-image-text,
  .html-image.is-missing img {
    display: none;
  }
  .html-image.is-missing .html-image-text {
    display: inline-block;
    padding: ${({ theme }) => `${theme.spaces[4]} ${theme.spaces[5]}`};
    border: 1px dashed ${({ theme }) => theme.colors.neutral300};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral100};
    color: ${({ theme }) => theme.colors.neutral600};
    font-size: 1.2rem;
  }
  .html-upload {
    display: inline-flex;
    align-items: center;
    gap: ${({ theme }) => theme.spaces[2]};
    padding: ${({ theme }) => `${theme.spaces[1]} ${theme.spaces[2]}`};
    border: 1px dashed ${({ theme }) => theme.colors.neutral300};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral100};
    color: ${({ theme }) => theme.colors.neutral700};
    font-size: 1.2rem;
    font-weight: 400;
    vertical-align: middle;
  }
  .html-upload img {
    max-width: 12rem;
    max-height: 8rem;
    opacity: 0.6;
  }
  .html-upload.is-failed {
    border-color: ${({ theme }) => theme.colors.danger600};
    color: ${({ theme }) => theme.colors.danger700};
  }
  .ProseMirror-selectednode {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 1px;
  }
  .ProseMirror-gapcursor {
    position: relative;
  }
`;
