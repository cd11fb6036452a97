import type { useText } from '../../shared/text';
import type { UploadProblem } from '../../shared/upload/send-form';

export const FORBIDDEN = 403;

/** Why the server has not taken an upload that it has answered, in words for people. */
export const refusalOf = ({ status, message }: UploadProblem, text: ReturnType<typeof useText>): string =>
  status === FORBIDDEN ? text('pictures.forbidden') : message || text('pictures.failed');
