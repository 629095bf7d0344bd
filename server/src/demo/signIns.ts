/** The people who can sign in to the demo. The page for signing in lists them, the start prints them. */
export const DEMO_SIGN_INS = [
  { who: 'Administrator', email: 'admin@aapurti.example', password: 'namaste-admin' },
  { who: 'Vendor, Annapurna Rice Mill', email: 'mill@aapurti.example', password: 'namaste-mill' },
  { who: 'Vendor, Sahyadri Foods', email: 'foods@aapurti.example', password: 'namaste-foods' },
  { who: 'Vendor, inactive', email: 'inactive@aapurti.example', password: 'namaste-inactive' },
  { who: 'Vendor, awaiting activation', email: 'new@aapurti.example', password: 'namaste-new' },
] as const;
