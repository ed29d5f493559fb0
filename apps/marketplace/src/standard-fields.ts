import type {
  CreateListingBody,
  Listing,
  RegisterUserBody,
  UpdateListingBody,
  UpdateUserBody,
  User,
} from "@specwright/marketplace-api/types";

/**
 * Returns the keys of a generated type. The compiler reports a key that is missing in the argument.
 */
function keySet<Body>(keys: Readonly<Record<keyof Body & string, true>>): ReadonlySet<string> {
  return new Set(Object.keys(keys));
}

const register = keySet<RegisterUserBody>({
  username: true,
  email: true,
  password: true,
  first_name: true,
  last_name: true,
  description: true,
});

const updateUser = keySet<UpdateUserBody>({
  email: true,
  password: true,
  current_password: true,
  first_name: true,
  last_name: true,
  description: true,
});

const user = keySet<User>({
  id: true,
  username: true,
  email: true,
  email_verified: true,
  role: true,
  suspended: true,
  first_name: true,
  last_name: true,
  description: true,
  created_at: true,
  updated_at: true,
});

const content = {
  title: true,
  description: true,
  category: true,
  price: true,
  location: true,
} as const;

const createListing = keySet<CreateListingBody>(content);

const updateListing = keySet<UpdateListingBody>(content);

const listing = keySet<Listing>({
  id: true,
  user_id: true,
  seller: true,
  status: true,
  held: true,
  ...content,
  images: true,
  version: true,
  created_at: true,
  updated_at: true,
});

/**
 * The fields that the contract defines, for each body and resource that also has custom fields.
 */
export const standardFields: Readonly<
  Record<"registerUser" | "updateUser" | "createListing" | "updateListing", ReadonlySet<string>>
> = { registerUser: register, updateUser, createListing, updateListing };

/** The names that custom fields cannot have. */
export const reservedFields: Readonly<Record<"users" | "listings", ReadonlySet<string>>> = {
  users: new Set([...register, ...updateUser, ...user]),
  listings: new Set([...createListing, ...updateListing, ...listing]),
};
