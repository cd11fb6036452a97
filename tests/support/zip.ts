import { promisify } from 'node:util';
import { crc32, deflateRawSync } from 'node:zlib';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';

/** A ZIP archive of these files, by their names. @param flags 1 for files that say that they have a password */
export const zipOf = (files: Record<string, string | Uint8Array>, flags = 0): Buffer => {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 0]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, common, place, Buffer.from(name)]));
    local.push(header);
    at += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
};

/** The files of an archive, by their names. @throws for one that is damaged */
export const unzipped = async (archive: Buffer): Promise<Record<string, string>> => {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const files: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('error', reject);
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          files[entry.fileName] = Buffer.concat(chunks).toString('utf8');
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return files;
};
