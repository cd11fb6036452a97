/** Collects questions that are asked one by one at about the same time, and asks them together. */
export const batched = <Answer>(
  askTogether: (ids: string[]) => Promise<Map<string, Answer>>,
  maxSize: number,
): ((id: string) => Promise<Answer | null>) => {
  let open: { ids: Set<string>; answers: Promise<Map<string, Answer>> } | null = null;
  return async (id) => {
    if (!open) {
      const ids = new Set<string>();
      const batch = {
        ids,
        answers: new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
          if (open === batch) open = null;
          return askTogether([...ids]);
        }),
      };
      open = batch;
    }
    const { ids, answers } = open;
    ids.add(id);
    if (ids.size >= maxSize) open = null;
    return (await answers).get(id) ?? null;
  };
};
