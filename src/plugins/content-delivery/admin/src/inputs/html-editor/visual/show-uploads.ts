import type { PictureUpload } from '../../pictures/use-picture-uploads';

/** Shows at each picture's place in the text how far its upload is. */
export const showUploads = (
  editor: HTMLElement,
  uploads: readonly PictureUpload[],
  labelOf: (upload: PictureUpload) => string,
): void => {
  for (const upload of uploads) {
    const sign = editor.querySelector<HTMLElement>(`[data-upload="${CSS.escape(upload.id)}"]`);
    if (!sign) continue;
    if (!sign.firstElementChild) {
      const image = document.createElement('img');
      image.src = upload.preview;
      image.alt = '';
      sign.append(image, document.createElement('span'));
    }
    const { progress } = upload;
    sign.classList.toggle('is-failed', progress.status === 'failed');
    const label = sign.lastElementChild as HTMLElement;
    const words = labelOf(upload);
    if (label.textContent !== words) label.textContent = words;
  }
};
