import { useState } from 'react';
import { Checkbox, Field, TextInput } from '@strapi/design-system';
import type { Editor } from '@tiptap/react';
import type { LinkTarget, LinkTargets } from '../../../../../contracts/links';
import { useOpenEntry } from '../../../edit-view/entry';
import { useWebsiteOfEntry } from '../../../edit-view/use-relation';
import { Notice } from '../../../shared/Notice';
import { linkTargetAddress } from '../../../shared/post-address';
import { attributeIn, withAttributes } from '../fidelity/start-tag';
import { useText } from '../text';
import { FormDialog } from './FormDialog';
import { linkAddress } from './link-address';
import { LinkTargetPicker } from './LinkTargetPicker';

/** Sets or changes the link of the selected words; without a selection, adds words with a link. */
export const LinkDialog = ({ editor, onClose }: { editor: Editor; onClose(): void }) => {
  const text = useText();
  const present = editor.getAttributes('link') as { href?: string; open?: string | null };
  const isNew = present.href === undefined;
  const needsWords = isNew && editor.state.selection.empty;
  const [address, setAddress] = useState(present.href ?? '');
  const [words, setWords] = useState('');
  const [inNewTab, setInNewTab] = useState(
    present.open ? attributeIn(present.open, 'target') === '_blank' : false,
  );
  const [error, setError] = useState<string>();
  const { documentId, isClone } = useOpenEntry();
  const website = useWebsiteOfEntry();
  const { from, to } = editor.state.selection;
  const [selected] = useState(() => editor.state.doc.textBetween(from, to, ' ').trim());
  const [keywords, setKeywords] = useState<LinkTargets['keywords']>([]);
  const [picked, setPicked] = useState<{ target: LinkTarget; address: string } | null>(null);
  const isDraftMeant = picked !== null && !picked.target.isLive && picked.address === address;
  const pick = (target: LinkTarget, url: string | null) => {
    const found = linkTargetAddress(url, target);
    setPicked({ target, address: found });
    setAddress(found);
    setError(undefined);
    if (needsWords && words.trim() === '') setWords(target.title);
  };

  const submit = () => {
    // An address that nobody touched stays as it is, also one that could not be typed here.
    const href = !isNew && address === present.href ? address : linkAddress(address);
    if (href === null) return setError(text(address.trim() === '' ? 'link.missing' : 'link.refused'));
    const attributes = { href, open: startTag(present.open ?? null, inNewTab) };
    const chain = editor.chain().focus();
    if (needsWords) {
      const mark = { type: 'link', attrs: attributes };
      chain
        .insertContent({ type: 'text', text: words.trim() || href, marks: [mark] })
        .unsetMark('link')
        .run();
    } else chain.extendMarkRange('link').setMark('link', attributes).run();
    onClose();
  };

  return (
    <FormDialog title={text(isNew ? 'link.add' : 'link.edit')} onSubmit={submit} onClose={onClose}>
      {isNew &&
        keywords.map(({ keyword, url }) => (
          <Notice key={keyword} tone="info">
            {text('link.by-itself', { keyword, url })}
          </Notice>
        ))}
      {website && (
        <LinkTargetPicker
          website={website}
          entry={isClone ? undefined : documentId}
          words={isNew ? selected : ''}
          autoFocus={isNew}
          onPick={pick}
          onKeywords={setKeywords}
        />
      )}
      <Field.Root error={error} hint={text('link.hint')} required>
        <Field.Label>{text('link.address')}</Field.Label>
        <TextInput
          value={address}
          autoFocus={!isNew || !website}
          onChange={(event: { target: HTMLInputElement }) => setAddress(event.target.value)}
        />
        <Field.Hint />
        <Field.Error />
      </Field.Root>
      {isDraftMeant && (
        <Notice tone="warning">{text('link.draft-warning', { title: picked.target.title })}</Notice>
      )}
      {needsWords && (
        <Field.Root>
          <Field.Label>{text('link.words')}</Field.Label>
          <TextInput
            value={words}
            onChange={(event: { target: HTMLInputElement }) => setWords(event.target.value)}
          />
        </Field.Root>
      )}
      <Checkbox checked={inNewTab} onCheckedChange={(checked) => setInNewTab(checked === true)}>
        {text('link.new-tab')}
      </Checkbox>
    </FormDialog>
  );
};

/** The start tag with or without `target`; other attributes stay. */
const startTag = (open: string | null, inNewTab: boolean): string | null => {
  const wasInNewTab = open !== null && attributeIn(open, 'target') === '_blank';
  if (wasInNewTab === inNewTab) return open;
  const rel = (open && attributeIn(open, 'rel')) || '';
  const others = rel.split(/\s+/).filter((word) => word && word !== 'noopener');
  const values = inNewTab
    ? { target: '_blank', rel: [...others, 'noopener'].join(' ') }
    : { target: null, rel: others.join(' ') || null };
  return withAttributes(open ?? '<a>', values);
};
