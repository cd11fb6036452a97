/** An entry as a picker shows it. */
export interface Pick {
  id: number | string;
  documentId: string;
  name: string;
}

/** An entry in the form's value of a relation. What is sent is `apiData`, the rest is for showing. */
export interface FormPick extends Pick {
  apiData?: { id: number | string; documentId: string };
  /** The website that it was picked for. */
  website?: string;
  /** How Strapi's own input names it. */
  label?: string;
}

/** The form's value of a relation: changes to what is saved, or the whole of it in order. */
export interface RelationValue {
  connect?: FormPick[];
  disconnect?: Pick[];
  set?: FormPick[];
}

/** What the form holds while nothing is changed. */
export const UNCHANGED: RelationValue = { connect: [], disconnect: [] };

const isSame = (one: Pick, other: Pick): boolean => one.documentId === other.documentId;

/** Strapi's own input leaves out `documentId` beside `apiData`. */
const normal = (pick: FormPick): FormPick => ({
  ...pick,
  documentId: pick.documentId ?? pick.apiData?.documentId ?? '',
  name: pick.name ?? pick.label ?? '',
});

/** What is picked: the saved entries with the form's changes. */
export const picksOf = (saved: readonly Pick[], value: RelationValue | null | undefined): FormPick[] => {
  if (value?.set) return value.set;
  const connected = (value?.connect ?? []).map(normal);
  const gone = new Set((value?.disconnect ?? []).map(({ id }) => String(id)));
  const kept = saved.filter(
    (pick) => !gone.has(String(pick.id)) && !connected.some((one) => isSame(one, pick)),
  );
  return [...kept, ...connected];
};

/** The form's value for these picks. Back at what is saved, nothing counts as changed. */
export const valueFor = (saved: readonly Pick[], picks: readonly FormPick[]): RelationValue => {
  const isAsSaved =
    saved.length === picks.length &&
    picks.every((pick, index) => pick.documentId === saved[index]?.documentId);
  if (isAsSaved) return UNCHANGED;
  return {
    ...UNCHANGED,
    set: picks.map((pick) => ({
      ...pick,
      apiData: { id: pick.id, documentId: pick.documentId },
    })),
  };
};

/** The list with one entry moved to another place; places outside the list are its ends. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from];
  if (item === undefined) return [...items];
  const rest = items.filter((_, index) => index !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), item, ...rest.slice(place)];
};

/** Picks that were made for another website than the post is on now. */
export const foreignTo = (
  website: string | undefined,
  savedWebsite: string | undefined,
  saved: readonly Pick[],
  picks: readonly FormPick[],
): FormPick[] =>
  picks.filter((pick) => {
    const own = saved.some((one) => isSame(one, pick)) ? savedWebsite : pick.website;
    return own !== undefined && own !== website;
  });
