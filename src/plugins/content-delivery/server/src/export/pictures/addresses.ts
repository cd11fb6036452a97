import { addressPlaces, withAddresses } from '../../migration/images/in-html';

/** The addresses that HTML links to or shows, as browsers read them. */
export const addressesIn = (html: string): string[] => addressPlaces(html).map(({ address }) => address);

/** HTML with other addresses; all else stays byte for byte. @param to null for one that stays */
export const withOthers = (html: string, to: (address: string) => string | null): string =>
  withAddresses(
    html,
    addressPlaces(html).flatMap(({ start, end, address }) => {
      const other = to(address);
      return other === null || other === address ? [] : [{ start, end, to: other }];
    }),
  );
