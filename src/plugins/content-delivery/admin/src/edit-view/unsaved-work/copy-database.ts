import type { CopyDatabase, StoredCopy } from './local-copies';

const NAME = 'content-delivery';
const STORE = 'unsaved-work';

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser refused it.'));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = () => reject(transaction.error ?? new Error('The browser refused it.'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = refuse;
    transaction.onerror = refuse;
  });

const createCopyDatabase = (): CopyDatabase => {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const open = (): Promise<IDBDatabase> => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
      resultOf(request).then(resolve, reject);
    }).then((database) => {
      database.onclose = forget;
      // Another tab has a newer panel.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    });
    opened.catch(forget);
    return opened;
  };

  /** `strict`: a browser that is killed, or a computer that is switched off, keeps what was written. */
  const write = async (change: (store: IDBObjectStore) => unknown): Promise<void> => {
    const database = await open();
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const done = committed(transaction);
    change(transaction.objectStore(STORE));
    // Without waiting for the answers: the page may be about to go.
    transaction.commit();
    await done;
  };

  return {
    async find(prefix) {
      const database = await open();
      const store = database.transaction(STORE, 'readonly').objectStore(STORE);
      return resultOf(store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<StoredCopy[]>);
    },
    keep: (copy) => write((store) => store.put(copy)),
    drop: (key) => write((store) => store.delete(key)),
  };
};

/** One connection for all forms, so that what they write is written in its order. */
export const copyDatabase = createCopyDatabase();
