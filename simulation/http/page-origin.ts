/** The one origin of which the server is told that its pages may call. */
export const PAGE_ORIGIN = 'https://shop.test';
