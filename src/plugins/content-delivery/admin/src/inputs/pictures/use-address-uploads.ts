import { useText } from '../../shared/text';
import { UploadProblem } from '../../shared/upload/send-form';
import { useSendForm } from '../../shared/upload/use-send-form';
import { readOutcomes, type AddressOutcome } from './address-outcomes';
import { refusalOf } from './upload-refusal';

/** How many the server takes in one request. */
const MAX_AT_ONCE = 20;

/** Has the server fetch pictures from other websites into the media library. @returns what came of each, in their order */
export const useAddressUploads = () => {
  const text = useText();
  const sendForm = useSendForm();
  return async (addresses: readonly string[], signal: AbortSignal): Promise<AddressOutcome[]> => {
    const outcomes: AddressOutcome[] = [];
    for (let from = 0; from < addresses.length; from += MAX_AT_ONCE) {
      const urls = addresses.slice(from, from + MAX_AT_ONCE);
      try {
        const answer = await sendForm<string>({
          path: '/upload/actions/upload-from-urls',
          body: JSON.stringify({ urls, folderId: null }),
          isTextAnswer: true,
          signal,
        });
        outcomes.push(...readOutcomes(answer, urls));
      } catch (error) {
        if (!(error instanceof UploadProblem)) throw error;
        // Empty where there was no answer.
        const problem = error.status === null ? '' : refusalOf(error, text);
        outcomes.push(...urls.map((address) => ({ address, file: null, problem })));
      }
    }
    return outcomes;
  };
};
