/** The users who can sign in to the demo. The sign-in page lists them, and the start command prints them. */
export const DEMO_SIGN_INS = [
  { who: 'Administrator', email: 'admin@aapurti.example', password: 'namaste-admin' },
  { who: 'Vendor, Annapurna Rice Mill', email: 'mill@aapurti.example', password: 'namaste-mill' },
  { who: 'Vendor, Sahyadri Foods', email: 'foods@aapurti.example', password: 'namaste-foods' },
  { who: 'Vendor, inactive', email: 'inactive@aapurti.example', password: 'namaste-inactive' },
  { who: 'Vendor, awaiting activation', email: 'new@aapurti.example', password: 'namaste-new' },
  { who: 'Vendor, Doddabetta Tea', email: 'hills@aapurti.example', password: 'namaste-hills' },
  { who: 'Vendor, Mahalaxmi Lakdi Ghana', email: 'press@aapurti.example', password: 'namaste-press' },
  { who: 'Vendor, Sabarmati Traders', email: 'traders@aapurti.example', password: 'namaste-traders' },
  { who: 'Receiver, Nashik', email: 'gate@aapurti.example', password: 'namaste-gate' },
  { who: 'Accounts', email: 'accounts@aapurti.example', password: 'namaste-accounts' },
] as const;

/** The bookkeeper of two vendors, who chooses the company at each sign-in. */
export const DEMO_BOOKKEEPER = { who: 'Bookkeeper of two vendors', email: 'books@aapurti.example', password: 'namaste-books' } as const;
