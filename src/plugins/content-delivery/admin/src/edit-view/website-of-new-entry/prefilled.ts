interface ChosenWebsite {
  documentId: string;
  name: string;
}

/** What a link to "new post" carries along, in the browser's history and not in the address. */
export const prefilledWebsite = ({ documentId, name }: ChosenWebsite): { website: ChosenWebsite } => ({
  website: { documentId, name },
});

/** @returns the website that a link has brought along; null when the form was opened in another way */
export const readPrefilledWebsite = (state: unknown): ChosenWebsite | null => {
  const { website } = (state ?? {}) as { website?: Partial<ChosenWebsite> };
  return typeof website?.documentId === 'string' && typeof website.name === 'string'
    ? { documentId: website.documentId, name: website.name }
    : null;
};

/** The value of the form's relation field in which this entry is chosen, as the content manager makes it. */
export const chosen = (uid: string, { documentId, name }: ChosenWebsite) => ({
  connect: [
    {
      id: documentId,
      documentId,
      name,
      label: name,
      apiData: { id: documentId, documentId, isTemporary: true },
      href: `../collection-types/${uid}/${documentId}`,
      __temp_key__: 'a0',
    },
  ],
  disconnect: [],
});
