/** Milliseconds until a question is asked again that failed. */
const AFTER_A_FAILURE = 10_000;

/**
 * Asks until there is an answer, and at once when the browser is online again.
 * @param onFailure is called for each question that got none
 * @param browser says when it is online
 * @returns what ends it
 */
export const lookUntilAnswered = <Answer>(
  ask: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onFailure: () => void,
  browser: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): (() => void) => {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    timer = undefined;
    try {
      const answer = await ask();
      if (!isOver) onAnswer(answer);
      end();
    } catch {
      if (isOver) return;
      onFailure();
      timer = setTimeout(() => void look(), AFTER_A_FAILURE);
    }
  };
  const onOnline = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    void look();
  };
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    browser.removeEventListener('online', onOnline);
  };
  browser.addEventListener('online', onOnline);
  void look();
  return end;
};
