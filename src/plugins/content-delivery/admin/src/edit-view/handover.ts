/** What a form that is closed leaves to the next one of the same entry; another user who signs in on this tab does not get it. */
export const createHandover = <Left>() => {
  const left = new Map<string, Left>();
  const keyOf = (user: string, model: string, documentId: string): string =>
    [user, model, documentId].join(' ');
  return {
    leave(user: string, model: string, documentId: string, what: Left): void {
      left.set(keyOf(user, model, documentId), what);
    },
    /** Once: the form that asks has it then. */
    take(user: string, model: string, documentId: string): Left | null {
      const key = keyOf(user, model, documentId);
      const what = left.get(key) ?? null;
      left.delete(key);
      return what;
    },
  };
};
