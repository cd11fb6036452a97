import { useState } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { videoAt } from '../fidelity/video';
import { useText } from '../text';
import { FormDialog } from './FormDialog';

interface VideoDialogProps {
  address: string;
  title: string;
  isNew: boolean;
  onSubmit(video: { src: string; title: string }): void;
  onClose(): void;
}

/** Asks for the address of a video and for its title, which is what a screen reader says of it. */
export const VideoDialog = ({ address, title, isNew, onSubmit, onClose }: VideoDialogProps) => {
  const text = useText();
  const [typedAddress, setTypedAddress] = useState(address);
  const [typedTitle, setTypedTitle] = useState(title);
  const [errors, setErrors] = useState<{ address?: string; title?: string }>({});
  const submit = () => {
    const video = videoAt(typedAddress);
    const found = {
      ...(video ? {} : { address: text('video.refused') }),
      ...(typedTitle.trim() === '' ? { title: text('video.missing') } : {}),
    };
    setErrors(found);
    // An unchanged address stays as it is written.
    if (video && !found.title)
      onSubmit({ src: typedAddress === address && !isNew ? address : video.src, title: typedTitle.trim() });
  };
  return (
    <FormDialog title={text(isNew ? 'video.add' : 'video.edit')} onSubmit={submit} onClose={onClose}>
      <Field.Root error={errors.address} hint={text('video.hint')} required>
        <Field.Label>{text('video.address')}</Field.Label>
        <TextInput
          value={typedAddress}
          autoFocus={address === ''}
          onChange={(event: { target: HTMLInputElement }) => setTypedAddress(event.target.value)}
        />
        <Field.Hint />
        <Field.Error />
      </Field.Root>
      <Field.Root error={errors.title} hint={text('video.title-hint')} required>
        <Field.Label>{text('video.title')}</Field.Label>
        <TextInput
          value={typedTitle}
          autoFocus={address !== ''}
          onChange={(event: { target: HTMLInputElement }) => setTypedTitle(event.target.value)}
        />
        <Field.Hint />
        <Field.Error />
      </Field.Root>
    </FormDialog>
  );
};
