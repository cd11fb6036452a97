import { useEffect, useRef, useState } from 'react';
import { finishBeforeSaving } from './finish-input';

/** Work of an input that was asked for, and that saving waits for. */
export const useWorkBeforeSaving = () => {
  const [isWorking, setWorking] = useState(false);
  const [isSavingHeld, setSavingHeld] = useState(false);
  const running = useRef<Promise<boolean> | null>(null);
  useEffect(
    () =>
      finishBeforeSaving(() => {
        if (running.current) setSavingHeld(true);
        return running.current;
      }, 'saving'),
    [],
  );
  return {
    isWorking,
    /** True while a save waits for it. */
    isSavingHeld,
    /** @param work false when something went wrong, so that nothing is saved */
    begin: (work: () => Promise<boolean>): void => {
      setWorking(true);
      running.current = work().finally(() => {
        running.current = null;
        setWorking(false);
        setSavingHeld(false);
      });
    },
  };
};
